import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { folderTreeMachine } from '../../machines/folder-tree/machine.ts'
import { nextRead } from '../../machines/folder-tree/rules.ts'
import { selectChosen, selectRows } from '../../machines/folder-tree/selectors.ts'

/** The subfolders of the list of buckets and of each folder; those of `anh/` are not all read at once. */
const contents: Record<string, string[]> = { '': ['anh/'], 'anh/': ['2026/'] }

/** What can happen while a folder of any bucket is chosen. */
export const folderTreeFlow: Flow<typeof folderTreeMachine> = {
  starts: { 'in a bucket': { path: 'anh/' } },
  events: {
    open: snapshot => topThat(snapshot, false).map(path => ({ type: 'open', path })),
    close: snapshot => topThat(snapshot, true).map(path => ({ type: 'close', path })),
    choose: snapshot =>
      [...foldersThat(snapshot, false), ...foldersThat(snapshot, null)]
        .filter(path => path !== selectChosen(snapshot))
        .map(path => ({ type: 'choose', path })),
    type: ({ context }) => (context.path === 'anh/' ? [{ type: 'type', path: 'anh/2026/' }] : []),
    retry: snapshot =>
      selectRows(snapshot).flatMap(row => (row.kind === 'failed' ? [{ type: 'retry', path: row.path }] : [])),
    'folder created': snapshot =>
      selectChosen(snapshot) === 'anh/' && snapshot.context.read['anh/2026/'] === undefined
        ? [{ type: 'folder created', path: 'anh/mới/' }]
        : [],
  },
  outcomes: {
    readSubfolders: {
      ok: ({ context: { reading } }) => {
        const names = (contents[reading.folder] ?? []).filter(name => name.startsWith(reading.search))
        const complete = reading.folder !== 'anh/'
        return [{ ok: true, names, complete }]
      },
      NETWORK: snapshot => (isFirst(snapshot) ? [{ ok: false, code: 'NETWORK' }] : []),
      unexpected: snapshot =>
        isFirst(snapshot) ? [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] : [],
    },
  },
  observe: ({ value, context: { path, open, read, reveal } }) => ({
    ...{ value, path, reveal, open: open.toSorted() },
    // Why a folder could not be read makes no other state.
    read: Object.entries(read)
      .map(([folder, known]) => [folder, known.ok ? known : 'failed'])
      .toSorted(),
  }),
  states: {
    listed: ({ context }) => expect(nextRead(context)).toBeNull(),
  },
}

/** One folder that may fail is enough to know how all fail. */
function isFirst({ context: { reading } }: Parameters<typeof selectRows>[0]): boolean {
  return reading.folder === 'anh/' && reading.search === ''
}

function foldersThat(snapshot: Parameters<typeof selectRows>[0], isOpen: boolean | null): string[] {
  return selectRows(snapshot).flatMap(row =>
    row.kind === 'folder' && row.isOpen === isOpen ? [row.path] : [],
  )
}

/** Of the buckets alone, or there are too many states. */
function topThat(snapshot: Parameters<typeof selectRows>[0], isOpen: boolean): string[] {
  return foldersThat(snapshot, isOpen).filter(path => path in contents)
}
