import { outcome } from '../failure.ts'
import { followFolderSetup } from './setup.ts'

/**
 * Keeps the rows of an open folder up to date: by the server's events, or where the storage reports none by reading the
 * first page. Beside that, a line says how many changes wait to be shown.
 *
 * Provide: actors `watchPage`, `lookForUploads`, `readFirstPage` and `followChanges`, the last two of which also take in what
 * has changed; actions `settle` and `show changes`, which lead to `changes wait`.
 */
export const followFolderMachine = followFolderSetup.createMachine({
  id: 'follow-folder',
  description: 'Keeps an open folder up to date with what others change.',
  context: ({ input }) => ({ ...input, failures: 0, due: false, waiting: 0, announced: 0 }),
  type: 'parallel',
  invoke: { id: 'watchPage', src: 'watchPage' },
  on: { 'rows changed': { actions: 'settle' }, show: { actions: 'show changes' } },
  states: {
    following: {
      description: 'How changes are learned of.',
      initial: 'paused',
      on: { 'page hidden': { target: '.paused', actions: 'forget age' } },
      states: {
        paused: {
          description: 'Nobody sees the page: nothing is asked.',
          on: { 'page shown': 'looking' },
        },
        looking: {
          description: 'Asking whether uploads need the connection.',
          invoke: {
            id: 'lookForUploads',
            src: 'lookForUploads',
            onDone: [
              {
                guard: { type: 'uploads need the connection', params: outcome },
                target: 'waiting.yielding',
                actions: 'forget age',
              },
              { guard: 'age is known, and reports come', target: 'streaming' },
              { guard: 'age is known', target: 'waiting.polling' },
              { target: 'reading' },
            ],
            onError: 'waiting',
          },
        },
        reading: {
          description: 'Reading the first page, to find what has changed meanwhile.',
          entry: 'note that nothing is due',
          invoke: {
            id: 'readFirstPage',
            src: 'readFirstPage',
            onDone: [
              {
                guard: { type: 'reports come', params: outcome },
                target: '#follow-folder.following.streaming.names.resting',
                actions: { type: 'keep age', params: outcome },
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'waiting.polling',
              },
              { guard: { type: 'is refused', params: outcome }, target: 'waiting.refused' },
              { target: 'waiting' },
            ],
            onError: 'waiting',
          },
        },
        streaming: {
          description: 'The server reports what changes.',
          invoke: {
            id: 'followChanges',
            src: 'followChanges',
            input: ({ context: { asOf } }) => ({ asOf }),
          },
          exit: 'forget age',
          on: { 'changes received': { actions: 'clear failures' }, 'stream lost': 'waiting' },
          type: 'parallel',
          states: {
            uploads: {
              description: 'Whether uploads need the connection of the stream.',
              initial: 'waiting',
              states: {
                waiting: {
                  description: 'No upload needs it.',
                  after: { 'between looks': 'looking' },
                },
                looking: {
                  description: 'Asking whether uploads need the connection.',
                  invoke: {
                    id: 'lookForUploads',
                    src: 'lookForUploads',
                    onDone: [
                      {
                        guard: { type: 'uploads need the connection', params: outcome },
                        target: '#follow-folder.following.waiting.yielding',
                      },
                      { target: 'waiting' },
                    ],
                    onError: 'waiting',
                  },
                },
              },
            },
            names: {
              description: 'Whether the reports name all that has changed.',
              initial: 'known',
              states: {
                known: {
                  description: 'All that has changed was named.',
                  on: { 'too many changed': 'reading' },
                },
                reading: {
                  description: 'Too many have changed to be named: reading the first page.',
                  entry: 'note that nothing is due',
                  on: { 'too many changed': { actions: 'note that more is due' } },
                  invoke: {
                    id: 'readFirstPage',
                    src: 'readFirstPage',
                    onDone: 'resting',
                    onError: 'resting',
                  },
                },
                resting: {
                  description: 'The first page was just read; what changes now is read a little later.',
                  on: { 'too many changed': { actions: 'note that more is due' } },
                  after: {
                    'after a read': [{ guard: 'more is due', target: 'reading' }, { target: 'known' }],
                  },
                },
              },
            },
          },
        },
        waiting: {
          description: 'Waiting until the folder is followed again.',
          initial: 'retrying',
          states: {
            retrying: {
              description:
                'The server did not answer, or the stream broke off: waiting, longer after each failure.',
              entry: 'count failure',
              after: { 'before a retry': '#follow-folder.following.looking' },
            },
            yielding: {
              description: 'Uploads have the connection: the folder is followed again after them.',
              after: { 'between looks': '#follow-folder.following.looking' },
            },
            polling: {
              description: 'The storage reports nothing: the first page is read from time to time.',
              entry: ['clear failures', 'forget age'],
              after: { 'between reads': '#follow-folder.following.looking' },
            },
            refused: {
              description:
                'This user may no longer list the folder, or its bucket is gone: nothing is asked while the page is seen.',
            },
          },
        },
      },
    },
    line: {
      description: 'What is told of changes that are not shown at once.',
      initial: 'none',
      states: {
        none: {
          description: 'All changes are shown.',
          on: {
            'changes wait': [
              { guard: { type: 'none wait', params: ({ event }) => event } },
              { target: 'gathering' },
            ],
          },
        },
        gathering: {
          description: 'Changes wait, which may be uploads of this tab: these are listed soon.',
          on: {
            'changes wait': { guard: { type: 'none wait', params: ({ event }) => event }, target: 'none' },
          },
          after: { 'time for own uploads': 'counting' },
        },
        counting: {
          description: 'Comparing what waits with the rows once more. Transient.',
          entry: 'settle',
          on: {
            'changes wait': [
              { guard: { type: 'none wait', params: ({ event }) => event }, target: 'none' },
              {
                target: 'shown',
                actions: { type: 'keep first count', params: ({ event }) => event },
              },
            ],
          },
        },
        shown: {
          description: 'A line says how many changes wait, and shows them when it is chosen.',
          on: {
            'changes wait': [
              { guard: { type: 'none wait', params: ({ event }) => event }, target: 'none' },
              { actions: { type: 'keep count', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
  },
})
