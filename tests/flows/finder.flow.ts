import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { finderMachine } from '../../machines/finder/machine.ts'
import { isPath } from '../../machines/finder/rules.ts'
import { selectRows, selectWaits } from '../../machines/finder/selectors.ts'
import type { Found } from '../../machines/finder/types.ts'

const line = (kind: Found['kind'], name: string, path = ''): Found => ({
  ...{ kind, id: `${kind} ${name}`, name, detail: '', address: `/${kind}`, path },
})

export const known = [line('place', 'anh/Tết/'), line('page', 'Security')]
const bucket = line('bucket', 'anh-cưới', 'anh-cưới/')
const folder = line('folder', 'Tết', 'anh/Tết/')

/** `anh` is found by what is known, `zzz` by nothing; `anh/Tết` is a path, and so is `zzz/`. */
const texts = ['anh', 'zzz', 'anh/Tết', 'zzz/', '']

/** What can happen between opening the field and going somewhere. */
export const finderFlow: Flow<typeof finderMachine> = {
  starts: { 'in the console': undefined },
  events: {
    open: [{ type: 'open', known }],
    close: [{ type: 'close' }],
    type: ({ context }) => texts.filter(text => text !== context.text).map(text => ({ type: 'type', text })),
    // Else Enter chooses the first line.
    enter: snapshot => (selectWaits(snapshot) ? [{ type: 'enter' }] : []),
    choose: snapshot => {
      const first = selectRows(snapshot)[0]
      return first ? [{ type: 'choose', found: first }] : []
    },
    retry: [{ type: 'retry' }],
  },
  outcomes: {
    complete: {
      ok: ({ context: { text } }) =>
        text.startsWith('zzz')
          ? [{ ok: true, found: [], exact: false, more: false }]
          : [
              { ok: true, found: [folder], exact: true, more: false },
              { ok: true, found: [folder], exact: false, more: true },
            ],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
    search: {
      ok: ({ context: { text } }) => [
        { ok: true, found: text === 'anh' ? [bucket] : [], exact: false, more: false },
      ],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
  },
  observe: ({ value, context: { text, entered, failure, answer } }) => ({
    ...{ value, text, entered, failed: failure !== null },
    answer: answer?.text === text ? answer.found.map(({ id }) => id) : null,
  }),
  failures: { except: ['close', 'choose'] },
  leads: {
    open: 'open.shown',
    close: 'closed',
    choose: 'closed',
    type: (_, event) => ((event as { text?: string }).text === '' ? 'open.shown' : 'open.typing'),
    'after typing pause': ({ context }) => (isPath(context.text) ? 'open.completing' : 'open.searching'),
    NETWORK: 'open.failed',
  },
  states: {
    'open.noMatch': snapshot => expect(selectRows(snapshot)).toEqual([]),
    'open.failed': ({ context }) => expect(context.failure).not.toBeNull(),
  },
}
