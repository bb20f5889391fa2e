import type { ReactNode } from 'react'
import { useWidthClass } from './use-width-class.ts'

type Props = {
  /** The least width in px in which each column of the table shows what it holds. */
  least: number
  table: ReactNode
  cards: ReactNode
}

/** A list as a table where its place has room for the columns, else as cards. */
export function TableOrCards({ least, table, cards }: Props) {
  const [ref, room] = useWidthClass(least)
  return <div ref={ref}>{room === null ? null : room === 0 ? cards : table}</div>
}
