import { chakra } from '@chakra-ui/react'
import { nameOf } from '../../../domain/object-key.ts'
import type { DeletedItem } from '../../../openapi/schema.ts'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { NextPage, type PagesQuery } from '../../ui/read.tsx'
import { DeletedRow } from './deleted-row.tsx'

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
