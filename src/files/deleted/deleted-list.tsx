import { chakra } from '@chakra-ui/react'
import { RotateCcw } from 'lucide-react'
import { nameOf } from '../../../domain/object-key.ts'
import type { DeletedItem } from '../../../openapi/schema.ts'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { NextPage, type PagesQuery } from '../../ui/read.tsx'
import { Tip } from '../../ui/tip.tsx'

type Props = {
  items: readonly DeletedItem[]
  /** The prefix of the folder, which names are relative to. */
  prefix: string
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  busy: boolean
  /** Null without permission to restore. */
  onRestore: ((keys: readonly string[]) => void) | null
  query: PagesQuery
}

export function DeletedList({ items, prefix, selected, onSelect, busy, onRestore, query }: Props) {
  const t = useText()
  const keys = items.map(({ key }) => key).filter(key => selected.has(key))
  const all = keys.length === items.length
  function select(key: string, on: boolean) {
    const next = new Set(selected)
    if (on) next.add(key)
    else next.delete(key)
    onSelect(next)
  }
  return (
    <>
      {onRestore && (
        <chakra.div display="flex" alignItems="center" gap="3" minH="field" px="3" mb="1">
          <CheckboxBox
            type="checkbox"
            aria-label={t('deleted.selectAll')}
            checked={all}
            ref={(box: HTMLInputElement | null) => {
              if (box) box.indeterminate = keys.length > 0 && !all
            }}
            onChange={() => onSelect(new Set(all ? [] : items.map(({ key }) => key)))}
          />
          <Button
            size="sm"
            variant="main"
            disabled={keys.length === 0}
            loading={busy}
            onClick={() => onRestore(keys)}
          >
            {t('deleted.restore')}
          </Button>
        </chakra.div>
      )}
      <chakra.ul aria-label={t('deleted.list')} listStyleType="none">
        {items.map(item => (
          <DeletedRow
            key={item.key}
            item={item}
            name={item.key.slice(prefix.length) || nameOf(item.key)}
            selected={selected.has(item.key)}
            busy={busy}
            onSelect={onRestore && (on => select(item.key, on))}
            onRestore={() => onRestore?.([item.key])}
          />
        ))}
      </chakra.ul>
      <NextPage of={query} more={t('deleted.more')} mt="4" />
    </>
  )
}

type RowProps = {
  item: DeletedItem
  /** The key relative to the folder. */
  name: string
  selected: boolean
  busy: boolean
  /** Null without permission to restore. */
  onSelect: ((on: boolean) => void) | null
  onRestore: () => void
}

/** A deleted file: name, time of deletion and size. */
function DeletedRow({ item, name, selected, busy, onSelect, onRestore }: RowProps) {
  const t = useText()
  const format = useFormats()
  const { deleted_at, size } = item
  const time = deleted_at === null ? null : t('deleted.at', { time: format.dateTime(deleted_at) })
  return (
    <Row>
      {onSelect && (
        <CheckboxBox
          type="checkbox"
          aria-label={t('deleted.select', { name })}
          checked={selected}
          onChange={event => onSelect(event.target.checked)}
        />
      )}
      <FileIcon name={name} />
      <chakra.div flex="1" minW="0">
        <chakra.div overflowWrap="anywhere">
          <NameText name={name} />
        </chakra.div>
        <chakra.div textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums">
          {[time, format.bytes(size)].filter(Boolean).join(' · ')}
        </chakra.div>
      </chakra.div>
      {onSelect && (
        <Tip label={t('deleted.restore')}>
          <IconButton label={t('deleted.restoreOne', { name })} disabled={busy} onClick={onRestore}>
            <RotateCcw />
          </IconButton>
        </Tip>
      )}
    </Row>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    py: '2',
    minH: '12',
    borderTopWidth: '1px',
    borderColor: 'line',
    '& > svg': { boxSize: '20px', color: 'fg.subtle', flexShrink: '0' },
  },
})
