import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { pickerMachine } from '../../machines/picker/machine.ts'
import { readOf } from '../../machines/picker/rules.ts'
import { selectAbove, selectEntries } from '../../machines/picker/selectors.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const lost = { ok: false, code: 'NETWORK' } as const

/** What the bucket of the flow holds, by folder. */
export const contents: Record<string, { name: string; size: number | null }[]> = {
  '': [
    { name: 'a.txt', size: 3 },
    { name: 'anh/', size: null },
    { name: 'b.txt', size: 3 },
  ],
  'anh/': [{ name: 'c.txt', size: 3 }],
}

/** What can happen while a file of a bucket is chosen. */
export const pickerFlow: Flow<typeof pickerMachine> = {
  starts: { 'in a bucket': { bucket: 'website', path: '' } },
  events: {
    open: [{ type: 'open' }],
    close: [{ type: 'close' }],
    type: ({ context }) =>
      ['b', 'anh/'].filter(path => path !== context.path).map(path => ({ type: 'type', path })),
    enter: snapshot => {
      const folders = (selectEntries(snapshot) ?? []).filter(({ path }) => path.endsWith('/'))
      return [...folders.map(({ path }) => path), selectAbove(snapshot)].flatMap(path =>
        path === null ? [] : [{ type: 'enter', path }],
      )
    },
    choose: snapshot => {
      const file = selectEntries(snapshot)?.find(({ path }) => !path.endsWith('/'))
      return file ? [{ type: 'choose', path: file.path }] : []
    },
    retry: [{ type: 'retry' }],
  },
  outcomes: {
    readFolder: {
      ok: ({ context: { bucket, path } }) => {
        const { prefix, search } = readOf(bucket, path)
        const entries = (contents[prefix] ?? []).filter(({ name }) => name.startsWith(search))
        return [{ ok: true, entries, complete: true }]
      },
      NETWORK: [lost],
      unexpected,
    },
  },
  leads: {
    open: 'open.loading',
    close: 'closed',
    type: 'open',
    enter: 'open.loading',
    choose: 'closed',
    retry: 'open.loading',
    readFolder: 'open.failed',
    'readFolder: ok': 'open.listed',
  },
  // Closed, or while another path is typed, the folder is not shown.
  failures: { except: ['close', 'type', 'choose'] },
  states: {
    'open.loading': ({ context }) => expect(context.failure).toBeNull(),
    'open.listed': snapshot => expect(selectEntries(snapshot)).not.toBeNull(),
    'open.failed': ({ context }) => expect(context.failure).not.toBeNull(),
  },
}
