import type { SelectionChange } from '../../../../machines/selection/rules.ts'
import type { ObjectItem } from '../../../../openapi/schema.ts'
import { findRow, isRepeated } from '../key-strokes.ts'
import type { RowWindow } from './types.ts'

/** Rows before one that is gone to. */
const rowsBefore = 50

type List = {
  window: RowWindow
  rows: readonly ObjectItem[]
  /** The number of the row with the keyboard cursor among all, and whether that is the active one. */
  cursor: number
  isActive: boolean
  onSelect: (change: SelectionChange) => void
}

/** To the first name with these letters, or to the next one if there is none; one letter again goes to the next row with it. */
export async function goToName({ window, rows, cursor, isActive, onSelect }: List, letters: string) {
  const next = rows[cursor + 1 - window.base]
  const isNext = isActive && next && isRepeated(letters) && findRow([next], -1, letters) === 0
  const found = isNext ? next : (await window.jump({ from: letters }))?.[0]
  if (found) onSelect({ type: 'only', key: found.key })
}

/** By as many rows, also to one that is not loaded. */
export async function move(list: List, change: Extract<SelectionChange, { type: 'move' }>) {
  const { window, rows, cursor, isActive, onSelect } = list
  const { base, total, jump } = window
  const target = Math.max(0, Math.min(cursor + change.by, total - 1))
  const known = rows[target - base]
  if (known && isActive) return onSelect({ ...change, by: target - cursor })
  const start = Math.max(0, target - rowsBefore)
  const item = known ?? (await jump({ position: start }))?.[target - start]
  if (item) onSelect({ type: change.mode === 'keep' ? 'focus' : 'only', key: item.key })
}
