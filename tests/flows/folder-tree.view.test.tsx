// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { expect, vi } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { folderTreeMachine } from '../../machines/folder-tree/machine.ts'
import { selectBusy, selectChosen, selectPath, selectRows } from '../../machines/folder-tree/selectors.ts'
import type { TreeRow } from '../../machines/folder-tree/types.ts'
import { useFolderTree, useFolderTreeEvents } from '../../src/picker/tree/flow.ts'
import { FolderTree } from '../../src/picker/tree/folder-tree.tsx'
import { folderTreeFlow } from './folder-tree.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { fill, press, show } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

type Snapshot = Parameters<typeof selectRows>[0]

function Picker() {
  const flow = useFolderTree(folderTreeFlow.starts['in a bucket']!)
  const { type, created } = useFolderTreeEvents(flow)
  return (
    <>
      <input
        aria-label="Path"
        value={useSelector(flow, selectPath)}
        onChange={event => type(event.target.value)}
      />
      <FolderTree flow={flow} />
      <button type="button" onClick={() => created('anh/mới/')}>
        Create
      </button>
    </>
  )
}

const rows = () => [...screen.getByRole('tree').querySelectorAll('[role=treeitem]')]

/** What the tree says of its rows: name, level, `aria-expanded` and `aria-selected`. */
const seen = () =>
  rows().map(row => [
    row.textContent,
    ...['aria-level', 'aria-expanded', 'aria-selected'].map(name => row.getAttribute(name)),
  ])

function expected(row: TreeRow, chosen: string | null): unknown[] {
  const level = String(row.level)
  if (row.kind === 'folder')
    return [
      row.name.slice(0, -1),
      level,
      row.isOpen === null ? null : String(row.isOpen),
      String(row.path === chosen),
    ]
  if (row.kind === 'failed') return [expect.stringContaining(t('common.retry')), level, null, null]
  return [t(row.kind === 'cut' ? 'picker.cut' : 'common.loading'), level, null, null]
}

const rowOf = (event: FlowEvent) => {
  const { path } = event as FlowEvent & { path: string }
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1, -1)
  return rows().find(({ textContent }) => textContent === name)!
}
const toggle = (_: unknown, event: FlowEvent) =>
  void fireEvent.click(rowOf(event).querySelector('[aria-hidden]')!)

function look(snapshot: Snapshot): void {
  const chosen = selectChosen(snapshot)
  expect(seen()).toEqual(selectRows(snapshot).map(row => expected(row, chosen)))
  expect(screen.getByLabelText<HTMLInputElement>('Path').value).toBe(selectPath(snapshot))
  expect(screen.getByRole('tree').getAttribute('aria-busy')).toBe(String(selectBusy(snapshot)))
}

await describeFlowInView('folder-tree', folderTreeMachine, folderTreeFlow, {
  open: () => show(<Picker />),
  events: {
    open: toggle,
    close: toggle,
    choose: (_, event) => void fireEvent.click(rowOf(event)),
    type: (_, event) => fill('Path', (event as typeof event & { path: string }).path),
    retry: () => void fireEvent.click(screen.getByText(t('common.retry'))),
    'folder created': () => press('Create'),
  },
  states: { listed: (_, snapshot) => look(snapshot), reading: (_, snapshot) => look(snapshot) },
})
