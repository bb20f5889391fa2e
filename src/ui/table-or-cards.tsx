import type { ReactNode } from 'react'
import { useWidthClass } from './use-width-class.ts'

type Props = {
  /** The minimum width of the table, in px. */
  least: number
  table: ReactNode
  cards: ReactNode
}

/** A list as a table if its columns fit, else as cards. */
export function TableOrCards({ least, table, cards }: Props) {
  const [ref, room] = useWidthClass(least)
  return <div ref={ref}>{room === null ? null : room === 0 ? cards : table}</div>
}
