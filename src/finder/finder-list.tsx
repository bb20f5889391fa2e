import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  AppWindow,
  Building2,
  Database,
  KeyRound,
  Link2,
  ListChecks,
  type LucideIcon,
  Plug,
  RadioTower,
  Search,
  UserRound,
  UsersRound,
  Zap,
} from 'lucide-react'
import { isBlank, isPath, withoutSearch } from '../../machines/finder/rules.ts'
import {
  selectFailure,
  selectIsCut,
  selectIsGoing,
  selectNoMatch,
  selectRows,
  selectText,
  selectWaits,
} from '../../machines/finder/selectors.ts'
import type { Found, FoundKind } from '../../machines/finder/types.ts'
import { OptionRow } from '../forms/option-row.tsx'
import type { Listbox } from '../forms/use-listbox.ts'
import { useText } from '../i18n/text.ts'
import { FailureNotice } from '../ui/failure.tsx'
import { FileIcon } from '../ui/file-icon.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { usePhone } from '../ui/use-width.ts'
import { type FinderFlow, useFinderEvents } from './flow.ts'

const icons: Partial<Record<FoundKind, LucideIcon>> = {
  ...{ bucket: Database, address: Link2, page: AppWindow, act: Zap, search: Search },
  ...{ 'sub-user': UserRound, group: UsersRound, account: Building2 },
  ...{ key: KeyRound, client: Plug, topic: RadioTower, job: ListChecks },
}

type Props = { flow: FinderFlow; active: number; listbox: Listbox }

/** What the text leads to, and what is said where there is nothing. */
export function FinderList({ flow, active, listbox }: Props) {
  const t = useText()
  const phone = usePhone()
  const { choose, retry } = useFinderEvents(flow)
  const rows = useSelector(flow, selectRows)
  const text = useSelector(flow, selectText)
  const failure = useSelector(flow, selectFailure)
  const noMatch = useSelector(flow, selectNoMatch)
  const waits = useSelector(flow, selectWaits)
  const cut = useSelector(flow, selectIsCut)
  const going = useSelector(flow, selectIsGoing)
  // The line of it may be beyond the end of the list.
  const leadsToAll = withoutSearch(rows).length < rows.length
  const said = noMatch
    ? t(isPath(text) ? 'finder.noPath' : 'finder.none', { text })
    : going || waits
      ? t(going ? 'finder.going' : 'finder.looking')
      : cut
        ? t('finder.more')
        : isBlank(text)
          ? t(phone ? 'finder.helpTouch' : 'finder.help')
          : !failure && t('finder.found', { count: withoutSearch(rows).length })
  return (
    <>
      {rows.length > 0 && (
        <List {...listbox.list} aria-label={t('finder.list')}>
          {rows.map((found, index) => (
            <OptionRow
              key={found.id}
              {...listbox.option(index)}
              aria-selected={index === active}
              onClick={() => choose(found)}
            >
              <Line found={found} />
            </OptionRow>
          ))}
        </List>
      )}
      {failure && (
        <chakra.div p="3">
          <FailureNotice failure={failure} what={t('finder.failed')} onRetry={retry} />
        </chakra.div>
      )}
      <Note role="status" borderTopWidth={rows.length > 0 ? '1px' : '0'}>
        {[said, leadsToAll && !noMatch && !phone && t('finder.allKeys')].filter(Boolean).join(' · ')}
      </Note>
    </>
  )
}

function Line({ found: { kind, name, detail, path } }: { found: Found }) {
  const t = useText()
  const phone = usePhone()
  const Icon = icons[kind]
  const inStorage = path !== '' && kind !== 'bucket'
  return (
    <>
      {inStorage ? <FileIcon name={path} /> : Icon && <Icon aria-hidden="true" />}
      <Name>
        <MiddleName name={kind === 'search' ? t('finder.all', { text: name }) : name} />
      </Name>
      {detail !== '' && (
        <Detail data-keys={kind === 'act' || undefined}>
          <MiddleName name={detail} />
        </Detail>
      )}
      <Kind>{kind === 'search' && !phone ? 'Ctrl+Enter' : t(`finder.kind.${kind}`)}</Kind>
    </>
  )
}

const List = chakra('ul', {
  base: {
    p: '2',
    minH: '0',
    maxH: { sm: 'min(424px, 60vh)' },
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    listStyleType: 'none',
    textStyle: 'body',
  },
})

const Name = chakra('span', { base: { display: 'flex', minW: '0', flexShrink: '1', maxW: '70%' } })

const Detail = chakra('span', {
  base: {
    display: 'flex',
    flex: '1',
    minW: '0',
    color: 'fg.muted',
    textStyle: 'small',
    '&[data-keys]': { flex: 'none' },
  },
})

const Kind = chakra('span', {
  base: { ms: 'auto', flexShrink: '0', color: 'fg.muted', textStyle: 'caption' },
})

const Note = chakra('p', {
  base: {
    px: '4',
    py: '2.5',
    textStyle: 'small',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
    _empty: { display: 'none' },
  },
})
