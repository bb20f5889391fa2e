import { chakra } from '@chakra-ui/react'
import { Pencil, Trash2, X } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { SubUser } from '../../../openapi/schema.ts'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import type { SubUserSelection } from './use-selection.ts'

/** The checkbox of a row or a card. */
export function SelectBox({ user, selection }: { user: SubUser; selection: SubUserSelection }) {
  const t = useText()
  return (
    <CheckboxBox
      type="checkbox"
      display="grid"
      aria-label={t('many.select', { name: user.fullName })}
      checked={selection.keys.has(user.id)}
      onChange={({ nativeEvent }: ChangeEvent) =>
        selection.choose(user, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

/** The checkbox of the head: everybody whom the list may show, also those who are not loaded yet. */
export function SelectAllBox({ total, selection }: { total: number; selection: SubUserSelection }) {
  const t = useText()
  const all = selection.keys.size === total
  return (
    <CheckboxBox
      type="checkbox"
      display="grid"
      aria-label={t('many.selectAll', { count: total })}
      checked={all}
      ref={(box: HTMLInputElement | null) => {
        if (box) box.indeterminate = selection.keys.size > 0 && !all
      }}
      onChange={() => (all ? selection.clear() : selection.chooseAll())}
    />
  )
}

/** The height of the bar, for what sticks below it. */
export const barHeight = '56px'

type Props = { selection: SubUserSelection; total: number; onChange: () => void; onDelete: () => void }

/** What can be done with those who are selected; it stays while the list scrolls. */
export function SelectionBar({ selection, total, onChange, onDelete }: Props) {
  const t = useText()
  const { selected, reading } = selection
  const text =
    reading === null
      ? t('many.selected', { count: selected.length })
      : t('many.selecting', { count: reading })
  return (
    <chakra.div position="sticky" top="0" zIndex="3" bg="bg" pb="2">
      <chakra.div
        role="toolbar"
        aria-label={text}
        display="flex"
        alignItems="center"
        gap="1"
        minH="12"
        ps="3"
        pe="1"
        borderRadius="md"
        bg="bg.selected"
      >
        <chakra.span
          flex="1"
          minW="0"
          textStyle="label"
          truncate
          fontVariantNumeric="tabular-nums"
          aria-live="polite"
        >
          {text}
        </chakra.span>
        {reading === null && (
          <>
            {selected.length < total && (
              <Button size="sm" variant="quiet" onClick={selection.chooseAll}>
                {t('many.selectAll', { count: total })}
              </Button>
            )}
            <Tip label={t('many.change')}>
              <IconButton size="sm" label={t('many.change')} onClick={onChange}>
                <Pencil />
              </IconButton>
            </Tip>
            <Tip label={t('common.delete')}>
              <IconButton size="sm" label={t('common.delete')} onClick={onDelete}>
                <Trash2 />
              </IconButton>
            </Tip>
          </>
        )}
        <Tip label={t('many.clear')}>
          <IconButton size="sm" label={t('many.clear')} onClick={selection.clear}>
            <X />
          </IconButton>
        </Tip>
      </chakra.div>
    </chakra.div>
  )
}
