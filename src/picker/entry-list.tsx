import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ChevronRight, CornerLeftUp } from 'lucide-react'
import { folderOf, searchOf } from '../../machines/picker/rules.ts'
import {
  selectAbove,
  selectBusy,
  selectEntries,
  selectFailure,
  selectIsCut,
  selectPath,
} from '../../machines/picker/selectors.ts'
import { OptionRow } from '../forms/option-row.tsx'
import type { Listbox } from '../forms/use-listbox.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { FailureNotice } from '../ui/failure.tsx'
import { FileIcon } from '../ui/file-icon.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type PickerFlow, usePickerEvents } from './flow.ts'

type Props = {
  flow: PickerFlow
  maxRows: number
  active: number
  listbox: Listbox
  onSelect: (path: string) => void
}

/** The entries of the folder of a path, after a link to its parent. */
export function EntryList({ flow, maxRows, active, listbox, onSelect }: Props) {
  const t = useText()
  const format = useFormats()
  const { retry } = usePickerEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const above = useSelector(flow, selectAbove)
  const entries = useSelector(flow, selectEntries)
  const busy = useSelector(flow, selectBusy)
  const cut = useSelector(flow, selectIsCut)
  const path = useSelector(flow, selectPath)
  const search = searchOf(path)
  const rows = (entries ?? []).slice(0, maxRows)
  const offset = above === null ? 0 : 1

  const row = (index: number, path: string) => ({
    ...listbox.option(index),
    'aria-selected': index === active,
    onClick: () => onSelect(path),
  })
  return (
    <Box aria-busy={busy}>
      {offset + rows.length > 0 && (
        <List key={folderOf(path)} {...listbox.list} aria-label={t('picker.list')}>
          {above !== null && (
            <OptionRow {...row(0, above)}>
              <CornerLeftUp aria-hidden="true" />
              <Name>{t('picker.up')}</Name>
            </OptionRow>
          )}
          {rows.map(({ path, name, size }, index) => (
            <OptionRow key={path} {...row(index + offset, path)}>
              <FileIcon name={name} />
              <Name>
                <MiddleName name={name.endsWith('/') ? name.slice(0, -1) : name} />
              </Name>
              {size === null ? (
                <ChevronRight aria-hidden="true" />
              ) : (
                <chakra.span color="fg.muted" textStyle="small" fontVariantNumeric="tabular-nums">
                  {format.bytes(size)}
                </chakra.span>
              )}
            </OptionRow>
          ))}
        </List>
      )}
      {failure ? (
        <chakra.div p="2">
          <FailureNotice failure={failure} what={t('picker.failed')} onRetry={retry} />
        </chakra.div>
      ) : entries ? (
        <Note role="status" srOnly={rows.length > 0 && rows.length === entries.length && !cut}>
          {entries.length === 0
            ? search === ''
              ? t('picker.empty')
              : t('picker.none', { search })
            : cut || rows.length < entries.length
              ? t('picker.more', { count: rows.length })
              : t('picker.found', { count: entries.length })}
        </Note>
      ) : (
        <Loading />
      )}
    </Box>
  )
}

function Loading() {
  const t = useText()
  return (
    <chakra.div role="status" aria-label={t('common.loading')} px="3" py="3" display="grid" gap="5">
      {['45%', '60%', '30%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </chakra.div>
  )
}

const Box = chakra('div', {
  base: { mt: '2', p: '1', borderWidth: '1px', borderRadius: 'md', textStyle: 'body' },
})

const List = chakra('ul', {
  base: { maxH: '264px', overflowY: 'auto', overscrollBehavior: 'contain', listStyleType: 'none' },
})

const Name = chakra('span', { base: { display: 'flex', flex: '1', minW: '0' } })

const Note = chakra('p', { base: { px: '2', py: '2', textStyle: 'small', color: 'fg.muted' } })
