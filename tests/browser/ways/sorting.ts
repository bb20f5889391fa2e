import { expect } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { type Action, action, desktopWays } from './action.ts'
import { button } from './controls.ts'
import type { Stage } from './stage.ts'

type Order = 'ascending' | 'descending'
/** A column, in which order its first press puts the rows, and their names in the ascending one. */
export type SortedColumn = { id: MessageId; first: Order; rows: readonly string[] }

/** The names of `among` in the order of the rows that show them. */
async function shownRows(stage: Stage, among: readonly string[]): Promise<(string | undefined)[]> {
  const texts = await stage.page.getByRole('row').allInnerTexts()
  return texts.map(text => among.find(name => text.includes(name))).filter(Boolean)
}

/** Sorts a list by each of its columns, in both orders: the head says it, and the rows stand so. `open` shows the list. */
export function sorts(
  name: string,
  screen: string,
  columns: readonly SortedColumn[],
  open: (stage: Stage) => Promise<void>,
): Action {
  const take = async (stage: Stage) => {
    await open(stage)
    for (const { id, first, rows } of columns) {
      const head = stage.page
        .getByRole('columnheader')
        .filter({ has: stage.page.getByRole('button', { name: stage.t(id), exact: true }) })
      const orders: Order[] =
        first === 'ascending' ? ['ascending', 'descending'] : ['descending', 'ascending']
      for (const order of orders) {
        await stage.use(button(id))
        await expect.poll(() => head.getAttribute('aria-sort')).toBe(order)
        const wanted = order === 'ascending' ? rows : rows.toReversed()
        await expect.poll(() => shownRows(stage, rows)).toEqual(wanted)
      }
    }
  }
  return action(
    name,
    screen,
    columns.map(({ id }) => button(id)),
    take,
    { ways: desktopWays },
  )
}
