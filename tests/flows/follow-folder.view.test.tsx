// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { followFolderMachine } from '../../machines/follow-folder/machine.ts'
import { selectAnnounced, selectWaiting } from '../../machines/follow-folder/selectors.ts'
import type { Waiting } from '../../machines/follow-folder/types.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { keyOf } from '../../src/api/query.ts'
import LiveFolder from '../../src/files/list/live/live-folder.tsx'
import type { FolderRows } from '../../src/files/list/use-folder-rows.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { followFolderFlow } from './follow-folder.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { press, settle, show } from './support/view-stage.tsx'

type Listener = { received(changes: object): void; lost(): void }
const world = vi.hoisted(() => ({
  stream: null as Listener | null,
  report: (_: Waiting): void => undefined,
  done: [] as string[],
}))
vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/api/event-stream.ts', () => ({
  followEvents(_: string, listener: Listener) {
    world.stream = listener
    return () => {
      world.stream = null
    }
  },
}))
vi.mock('../../src/files/list/live/waiting-changes.ts', () => ({
  waitingChanges: (_: object, __: object, report: (waiting: Waiting) => void) => {
    world.report = report
    return {
      receive: () => undefined,
      settle: () => world.done.push('settle'),
      show: () => world.done.push('show'),
    }
  },
}))

const place = { bucket: 'anh', prefix: '' }

function Folder() {
  const [rows, setRows] = useState<readonly ObjectItem[]>([])
  return (
    <>
      <LiveFolder place={place} folder={{ rows, listing: {} } as unknown as FolderRows} held={false} />
      <button type="button" onClick={() => setRows([...rows])}>
        Other rows
      </button>
    </>
  )
}

async function setHidden(hidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
}

function open(start: string): void {
  const { asOf, live } = followFolderFlow.starts[start]!
  const pages = [{ items: [], next_token: null, exists: true, live, readAt: asOf }]
  queryClient.setQueryData(keyOf('/objects/paginate', { query: { ...place, search: '' } }), {
    ...{ pages, pageParams: [null] },
  })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  show(<Folder />)
  world.done.length = 0
}

async function doing(what: string, gesture: () => void): Promise<void> {
  const before = world.done.length
  gesture()
  await settle()
  expect(world.done.slice(before)).toEqual([what])
}

const textOf = (waiting: Waiting) =>
  waiting === 'many' ? t('files.manyChanges') : t('files.changes', { count: waiting })
const textsOf = (waiting: Waiting) => (waiting === 0 ? [] : [textOf(waiting)])

await describeFlowInView('follow-folder', followFolderMachine, followFolderFlow, {
  open,
  events: {
    // A folder that is opened in a page that is seen begins by itself.
    'page shown': () => (document.hidden ? setHidden(false) : undefined),
    'page hidden': () => setHidden(true),
    'changes received': () => world.stream!.received({ items: [], gone: [], many: false }),
    'too many changed': () => world.stream!.received({ items: [], gone: [], many: true }),
    'stream lost': () => world.stream!.lost(),
    'changes wait': (_, event) => world.report((event as FlowEvent & { waiting: Waiting }).waiting),
    'rows changed': () => doing('settle', () => press('Other rows')),
    show: () => doing('show', () => press(screen.getAllByRole('button')[0]!.textContent)),
  },
  states: {
    following: (_, { children }) => expect(world.stream !== null).toBe('followChanges' in children),
    line: (_, snapshot) => {
      const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
      expect(buttons).toEqual([...textsOf(selectWaiting(snapshot)), 'Other rows'])
      const announced = document.querySelector('[role=status]')!.textContent
      expect(announced).toBe(textsOf(selectAnnounced(snapshot)).join())
    },
  },
})
