import { chakra } from '@chakra-ui/react'
import type { Failure } from '../../../machines/failure.ts'
import type { DeletedItem } from '../../../openapi/schema.ts'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { DeletedRow } from './deleted-row.tsx'

type Props = {
  items: readonly DeletedItem[]
  /** Of the folder that is shown; names are what follows it. */
  prefix: string
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  busy: boolean
  /** Null where the user may not restore. */
  onRestore: ((keys: readonly string[]) => void) | null
  /** Why the next page did not come. */
  failure: Failure | null
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Deleted files, of which some can be chosen and restored at once. */
export function DeletedList({ items, prefix, chosen, onChoose, busy, onRestore, failure, more }: Props) {
  const t = useText()
  const keys = items.map(({ key }) => key).filter(key => chosen.has(key))
  const all = keys.length === items.length
  function choose(key: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(key)
    else next.delete(key)
    onChoose(next)
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
            onChange={() => onChoose(new Set(all ? [] : items.map(({ key }) => key)))}
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
            name={item.key.slice(prefix.length)}
            chosen={chosen.has(item.key)}
            busy={busy}
            onChoose={onRestore && (on => choose(item.key, on))}
            onRestore={() => onRestore?.([item.key])}
          />
        ))}
      </chakra.ul>
      <FailureNotice failure={failure} onRetry={() => void more.fetchNextPage()} />
      {more.hasNextPage && !failure && (
        <Button mt="4" loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {t('deleted.more')}
        </Button>
      )}
    </>
  )
}
