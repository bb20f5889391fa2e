import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { describeProperties } from '../../flows/kit/describe-properties.ts'
import type { FlowWorld } from '../../flows/kit/flow-world.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import type { Sentences } from '../../flows/kit/random-walk.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { type RowState, traits } from '../../machines/upload-queue/row-state.ts'
import { slotsTaken } from '../../machines/upload-queue/rules.ts'
import {
  selectActivity,
  selectBytes,
  selectCounts,
  selectIsRunning,
  selectMissing,
} from '../../machines/upload-queue/selectors.ts'
import { countQueued, rowsOf } from '../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'
import { uploadQueueInPanel } from './upload-queue-in-panel.flow.ts'

type Snapshot = SnapshotFrom<typeof uploadQueueMachine>

const queueOf = (world: FlowWorld) => world.root as Snapshot
const rows = (world: FlowWorld): UploadRow[] => [...rowsOf(queueOf(world).context.table)]
const eventOf = (world: FlowWorld) =>
  (world.last?.event ?? { type: '' }) as { type: string; id?: number; state?: RowState }
const uploadsIn = (snapshot: Snapshot) =>
  Object.keys(snapshot.children)
    .filter(id => id.startsWith('upload-'))
    .sort()

/** Checks a row after the step in which its upload has ended so. */
const afterEnd = (state: RowState): ((world: FlowWorld) => () => void) => {
  return world => {
    const ended = new Set<number>()
    return () => {
      const event = eventOf(world)
      if (event.type === 'upload ended' && event.state === state) ended.add(event.id!)
      for (const row of rows(world)) if (ended.has(row.id)) expect(row.state).toBe(state)
    }
  }
}

const sentences: Sentences<FlowWorld> = {
  'a row whose upload was cancelled stays cancelled until it is removed': afterEnd('cancelled'),
  'a row whose upload is complete stays so until it is removed': afterEnd('completed'),

  'an upload runs for each active row, and for no other': world => () => {
    const snapshot = queueOf(world)
    expect(uploadsIn(snapshot)).toEqual(snapshot.context.activeIds.map(id => `upload-${id}`).sort())
  },

  'the counts by state add up to the rows': world => () => {
    const { table } = queueOf(world).context
    const list = rows(world)
    for (const [state, count] of Object.entries(table.counts))
      expect(list.filter(row => row.state === state).length, state).toBe(count)
    const { unfinished, total, cancelled } = selectCounts(queueOf(world))
    const counting = list.filter(row => !row.settled)
    const unread = queueOf(world).context.unread.length
    expect(total + cancelled).toBe(counting.length + unread)
    expect(unfinished).toBe(list.filter(row => !traits[row.state].hasEnded).length + unread)
  },

  'the bytes of the panel are those of its rows': world => () => {
    const counted = rows(world).filter(
      ({ state, settled }) => !settled && !/cancel|failed|refused/.test(state),
    )
    const { size, sent, percent } = selectBytes(queueOf(world))
    expect(size).toBe(counted.reduce((sum, { file }) => sum + file.size, 0))
    expect(sent).toBe(counted.reduce((sum, row) => sum + row.sent, 0))
    expect(percent ?? 0).toBeLessThanOrEqual(100)
  },

  'the files that are to be chosen again are counted': world => () =>
    expect(selectMissing(queueOf(world))).toBe(
      rows(world).filter(({ state }) => state === 'interrupted').length,
    ),

  'no row has sent more than its file': world => () => {
    for (const { sent, file } of rows(world)) expect(sent).toBeLessThanOrEqual(file.size)
  },

  'the queue starts no row without a place': world => {
    let taken = 0
    return () => {
      const { context } = queueOf(world)
      const now = slotsTaken(context)
      // A row that the user continues goes on without a place of its own.
      const isUsers = /^continue|^upload changed/.test(eventOf(world).type)
      if (now > taken && !isUsers) expect(now).toBeLessThanOrEqual(context.concurrency)
      taken = now
    }
  },

  'while a place is free, no row waits, unless all are paused': world => () => {
    const snapshot = queueOf(world)
    if (!snapshot.matches({ work: 'running' })) return
    const { context } = snapshot
    expect(countQueued(context.table) === 0 || slotsTaken(context) >= context.concurrency).toBe(true)
  },

  'rows keep their order, and an id is never given twice': world => {
    let highest = 0
    const known = new Map<number, string>()
    return () => {
      const ids = rows(world).map(({ id }) => id)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      for (const { id, key } of rows(world)) {
        if (id > highest) highest = id
        expect(known.get(id) ?? key).toBe(key)
        known.set(id, key)
      }
      expect(queueOf(world).context.nextId).toBeGreaterThan(highest)
    }
  },

  'only an ended row is removed': world => {
    let before: UploadRow[] = []
    return () => {
      const ids = rows(world).map(({ id }) => id)
      for (const row of before.filter(({ id }) => !ids.includes(id)))
        expect(traits[row.state].hasEnded, row.key).toBe(true)
      before = rows(world)
    }
  },

  'everything is said to be done only once nothing is left to do': world => () => {
    const snapshot = queueOf(world)
    if (selectActivity(snapshot) !== 'done') return
    expect(rows(world).every(({ state }) => /completed|cancel/.test(state))).toBe(true)
    expect(selectIsRunning(snapshot)).toBe(false)
  },
}

describeProperties('upload-queue', walksOf(uploadQueueMachine, uploadQueueInPanel, sentences))
