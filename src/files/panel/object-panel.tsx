import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, Eye, X } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { nameOf } from '../../../domain/object-key.ts'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { useRawPath } from '../../shell/navigate.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { SectionTabs } from '../../ui/section-tabs.tsx'
import { Tip } from '../../ui/tip.tsx'
import { objectAddress, objectOf, overListState, previewAddress } from '../addresses.ts'
import { ItemIcon, nameOfItem } from '../item-parts.tsx'
import { namedAt } from '../named-at.ts'
import { useShownRows } from '../shown-rows.ts'
import { PanelFrame } from './panel-frame.tsx'
import { tabs } from './tabs.ts'

type Props = {
  /** Of an item, as `namedAt` reads it; a folder's ends in a slash, and that of the own object of the address's folder is empty. */
  name: string
  onClose: () => void
}

/** Details of one file or folder beside the list; next and previous follow the list. */
export default function ObjectPanel({ name, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const [, navigate] = useLocation()
  const tabParam = objectOf(useSearch())?.tab
  const { bucket, key } = namedAt(useRawPath(), name)
  const { rows } = useShownRows()
  const at = rows.findIndex(row => row.name === name)
  const type = name.endsWith('/') ? 'folder' : 'file'
  const shownName = nameOfItem(t, { type, key, name: nameOf(key) })
  const open = tabs.filter(({ need, types }) => types.includes(type) && mayCall(user, need))
  const shown = open.find(({ tab }) => tab === tabParam) ?? open[0]
  const show = (item: ObjectItem | undefined) => () => {
    if (item) navigate(objectAddress(item.name, shown?.tab), { replace: true, state: history.state })
  }
  const previous = at > 0 ? rows[at - 1] : undefined
  const next = at === -1 ? undefined : rows[at + 1]
  return (
    <PanelFrame name={shownName} onClose={onClose}>
      <Head>
        <ItemIcon item={{ type, key }} />
        <chakra.h2 flex="1" minW="0" textStyle="label" fontSize="md" truncate title={shownName}>
          <NameText name={shownName} />
        </chakra.h2>
        {type === 'file' && mayCall(user, 'getDownloadUrl') && (
          <Tip label={t('files.preview')}>
            <IconButton
              size="sm"
              label={t('files.preview')}
              onClick={() => navigate(previewAddress(name), { state: overListState() })}
            >
              <Eye />
            </IconButton>
          </Tip>
        )}
        <Tip label={t('object.previous')}>
          <IconButton size="sm" label={t('object.previous')} disabled={!previous} onClick={show(previous)}>
            <ChevronLeft />
          </IconButton>
        </Tip>
        <Tip label={t('object.next')}>
          <IconButton size="sm" label={t('object.next')} disabled={!next} onClick={show(next)}>
            <ChevronRight />
          </IconButton>
        </Tip>
        <Tip label={t('common.close')}>
          <IconButton size="sm" label={t('common.close')} onClick={onClose}>
            <X />
          </IconButton>
        </Tip>
      </Head>
      {open.length > 1 && shown && (
        <chakra.div px="4">
          <SectionTabs
            label={t('object.tabs')}
            replace
            current={objectAddress(name, shown.tab)}
            tabs={open.map(({ tab, text }) => ({ address: objectAddress(name, tab), text: t(text) }))}
          />
        </chakra.div>
      )}
      <chakra.div
        position="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        overscrollBehavior="contain"
        px="4"
        py="4"
        tabIndex={0}
        role="region"
        aria-label={t(shown?.text ?? 'object.tab.details')}
      >
        {shown && <shown.Tab key={bucket + key} bucket={bucket} path={key} type={type} />}
      </chakra.div>
    </PanelFrame>
  )
}

const Head = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    ps: '4',
    pe: '2',
    py: '2',
    minH: 'bar',
    borderBottomWidth: '1px',
    borderColor: 'line',
    '& > svg': { boxSize: '20px', color: 'fg.subtle', flexShrink: '0', me: '2' },
  },
})
