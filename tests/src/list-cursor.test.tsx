// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { noSelection } from '../../machines/selection/rules.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { FileList } from '../../src/files/list/file-list.tsx'
import { show } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const rows = ['a.txt', 'b.txt'].map(
  name => ({ type: 'file', key: name, name, size: 1, last_modified: 1 }) as unknown as ObjectItem,
)

async function list(active: string | null) {
  const onOpen = vi.fn()
  const nothing = () => undefined
  await show(
    <FileList
      bucket="anh"
      rows={rows}
      selection={{ ...noSelection, active }}
      selectingAll={false}
      cut={new Set()}
      sort={null}
      sortBy={() => null}
      menuItems={[]}
      count={rows.length}
      onOpen={onOpen}
      onSelect={nothing}
      onRemove={nothing}
      onRename={nothing}
      onMenu={nothing}
      onDrag={() => false}
      onEnd={nothing}
    />,
  )
  const grid = document.querySelector('[role=grid]')!
  const focused = () =>
    document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.dataset.key ?? null
  return { grid, focused, onOpen }
}

test.each([
  ['the row with the cursor', 'b.txt', 'b.txt'],
  ['the first row, if none has it', null, 'a.txt'],
  ['the first row, if that of the cursor is gone', 'gone.txt', 'a.txt'],
])('the keyboard focus of a list is on %s, which Enter opens', async (_, active, row) => {
  const { grid, focused, onOpen } = await list(active)
  expect(focused()).toBe(row)
  expect([...document.querySelectorAll<HTMLElement>('[data-active]')].map(each => each.dataset.key)).toEqual([
    row,
  ])
  fireEvent.keyDown(grid, { key: 'Enter' })
  expect(onOpen.mock.calls).toEqual([[rows.find(each => each.key === row)]])
})

test('a list that was touched shows no focus until a key is pressed in it', async () => {
  const { grid } = await list(null)
  const quiet = () => grid.hasAttribute('data-touched')
  fireEvent.pointerDown(grid, { pointerType: 'touch' })
  expect(quiet()).toBe(true)
  fireEvent.keyDown(grid, { key: 'ArrowDown' })
  expect(quiet()).toBe(false)
  fireEvent.pointerDown(grid, { pointerType: 'touch' })
  fireEvent.pointerDown(grid, { pointerType: 'mouse' })
  expect(quiet()).toBe(false)
})
