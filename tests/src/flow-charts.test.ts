import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMachine, not, setup } from 'xstate'
import { flowPages, pageOf } from '../../build/flows.ts'
import { causeOf, chartOf, statesOf } from '../../flows/chart.ts'
import { lintChart } from '../../flows/lint.ts'
import { mermaidOf } from '../../flows/mermaid.ts'
import { words } from '../../flows/words.ts'

const lock = setup({
  actions: { beep: () => undefined, 'count a try': (_, _params: { of: string }) => undefined },
  guards: { 'is right': () => true, 'is known': (_, _params: { who: string }) => true },
  delays: { 'a while': 5000 },
}).createMachine({
  id: 'lock',
  description: 'A lock.',
  initial: 'shut',
  states: {
    shut: {
      description: 'Shut.',
      exit: 'beep',
      on: {
        enter: [
          { guard: { type: 'is known', params: { who: 'owner' } }, target: 'open' },
          { guard: not('is right'), actions: { type: 'count a try', params: { of: 'three' } } },
          { target: 'jammed' },
        ],
      },
      after: { 1500: 'jammed' },
    },
    open: {
      description: 'Open.',
      type: 'parallel',
      states: {
        door: {
          description: 'The door.',
          initial: 'closed',
          states: {
            closed: { description: 'Closed.', on: { push: 'wide' } },
            wide: { description: 'Wide open.' },
          },
        },
        light: { description: 'The light.', on: { leave: { target: '#lock.shut', reenter: true } } },
      },
    },
    jammed: { description: 'Jammed.', after: { 'a while': 'shut' } },
  },
})

test('a chart is what the definition of its machine says', () => {
  const chart = chartOf(lock)
  expect(statesOf(chart).map(({ path, type, initial, exit }) => [path, type, initial, exit])).toEqual([
    ['', 'compound', 'shut', []],
    ['shut', 'atomic', null, ['beep']],
    ['open', 'parallel', null, []],
    ['open.door', 'compound', 'open.door.closed', []],
    ['open.door.closed', 'atomic', null, []],
    ['open.door.wide', 'atomic', null, []],
    ['open.light', 'atomic', null, []],
    ['jammed', 'atomic', null, []],
  ])
  expect(chart.transitions.map(({ name, label, guard, actions }) => [name, label, guard, actions])).toEqual([
    ['shut: enter [1] → open', 'enter', 'is known (owner)', []],
    ['shut: enter [2] → stays', 'enter', 'not is right', ['count a try (three)']],
    ['shut: enter [3] → jammed', 'enter', null, []],
    ['shut: xstate.after.1500.lock.shut → jammed', 'after 1.5 s', null, []],
    ['open.door.closed: push → open.door.wide', 'push', null, []],
    ['open.light: leave → shut', 'leave', null, []],
    ['jammed: xstate.after.a while.lock.jammed → shut', 'after a while', null, []],
  ])
})

test('a chart for Mermaid has each state, and one arrow for each way', () => {
  expect(mermaidOf(chartOf(lock))).toMatchInlineSnapshot(`
    "flowchart TD
      s_shut("shut")
      subgraph s_open ["open"]
        subgraph s_open_door ["door"]
          s_open_door_closed("closed")
          s_open_door_wide("wide")
          s_open_door_begins(( )) --> s_open_door_closed
        end
        s_open_light("light")
      end
      s_jammed("jammed")
      begins(( )) --> s_shut
      s_shut -->|"enter [is known (owner)]"| s_open
      s_shut -->|"enter [else]<br>after 1.5 s"| s_jammed
      s_open_door_closed -->|"push"| s_open_door_wide
      s_open_light -->|"leave"| s_shut
      s_jammed -->|"after a while"| s_shut"
  `)
})

test('the page of a chart lists its states, transitions, events and time-outs', () => {
  const page = pageOf(chartOf(lock), [])
  const lines = page.slice(page.indexOf('## States')).split('\n')
  expect(lines.filter(line => /^(#|- |\| `)/.test(line))).toEqual([
    '## States',
    '| `shut` | Shut. |   | `beep` |   |',
    '| `open` | Open. All its states at once. |   |   |   |',
    '| `open.door` | The door. |   |   |   |',
    '| `open.door.closed` | Closed. |   |   |   |',
    '| `open.door.wide` | Wide open. |   |   |   |',
    '| `open.light` | The light. |   |   |   |',
    '| `jammed` | Jammed. |   |   |   |',
    '## Transitions',
    '| `shut` | enter [is known (owner)] | `open` |   |',
    '| `shut` | enter [not is right] |   | `count a try (three)` |',
    '| `shut` | enter [else] | `jammed` |   |',
    '| `shut` | after 1.5 s | `jammed` |   |',
    '| `open.door.closed` | push | `open.door.wide` |   |',
    '| `open.light` | leave | `shut` |   |',
    '| `jammed` | after a while | `shut` |   |',
    '## Events',
    '- `enter` in `shut`',
    '- `push` in `open.door.closed`',
    '- `leave` in `open.light`',
    '## Time-outs',
    '- `shut`: after 1.5 s → `jammed`',
    '- `jammed`: after a while → `shut`',
  ])
})

test('links of the pages lead to pages and files', async () => {
  const pages = await flowPages()
  const links = [...pages.values()].flatMap(text =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1]!),
  )
  expect(links.filter(link => !pages.has(link) && !existsSync(join('docs/flows', link)))).toEqual([])
})

test('a sound chart has no findings', () => {
  expect(lintChart(chartOf(lock))).toEqual([])
})

test('states that nothing reaches or leaves, that nobody describes, and labels said twice are found', () => {
  const machine = createMachine({
    id: 'bad',
    description: 'Bad.',
    initial: 'one',
    states: {
      one: {
        on: {
          go: [
            { guard: 'is right', target: 'two' },
            { guard: 'is right', target: 'end' },
          ],
        },
      },
      two: { description: 'A trap.' },
      lost: { description: 'An island.', on: { go: 'one' } },
      end: { description: 'The end.', type: 'final' },
    },
  })
  expect(lintChart(chartOf(machine))).toEqual([
    'bad: "one" has no description',
    'bad: "lost" is never reached',
    'bad: "two" has no way out and is not final',
    'bad: "one" says "go [is right]" twice',
  ])
})

const { en: english, vi: vietnamese } = words

/** Every text by its place; those with values of the same two. */
function textsIn(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') return [[place, value('<1>', '<2>')]]
  return Object.entries(value as object).flatMap(([name, each]) => textsIn(each, `${place}.${name}`))
}

test('the flows page says nothing alike in English and Vietnamese, and names the same things', () => {
  const [all, translated] = [textsIn(english), textsIn(vietnamese)]
  expect(translated.map(([place]) => place)).toEqual(all.map(([place]) => place))
  const alike = all.filter(([, text], at) => text === translated[at]![1]).map(([place]) => place)
  expect(alike).toEqual(['.fact'])
  const named = (texts: [string, string][]) =>
    texts.map(([, text]) => text.match(/<\d>/g)?.sort().join() ?? '')
  expect(named(translated)).toEqual(named(all))
})

test.each([
  ['xstate.after.15000.upload.sending', 'after 15 s', 'sau 15 s'],
  ['xstate.done.actor.signIn', 'signIn is done', 'signIn xong'],
  ['xstate.error.actor.signIn', 'signIn fails', 'signIn lỗi'],
  ['xstate.done.state.upload.parts', 'is done', 'xong'],
  ['', 'always', 'luôn luôn'],
  ['*', 'any other event', 'sự kiện khác'],
  ['submit pin', 'submit pin', 'submit pin'],
])('what waits for "%s" is said in both languages', (event, label, said) => {
  expect([causeOf(event).label, causeOf(event, vietnamese).label]).toEqual([label, said])
})

test.each([
  ['(hidden)', '(đã ẩn)'],
  ['1 item', '1 mục'],
  ['12 items', '12 mục'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
])('the fact %s of a live step is said in Vietnamese', (text, said) => {
  expect([english.fact(text), vietnamese.fact(text)]).toEqual([text, said])
})
