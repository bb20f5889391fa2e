import { expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { cover } from '../../flows/kit/cover.ts'
import { missing, undescribed } from '../../flows/kit/coverage.ts'
import { type Flow, untyped } from '../../flows/kit/flow.ts'
import { type LongWalk, longWalks } from '../../flows/kit/long-walks.ts'
import { labelOf } from '../../flows/kit/paths.ts'
import { Walk } from '../../flows/kit/walk.ts'
import { placeholder } from '../../machines/placeholder.ts'

type Loaded = { ok: true } | { ok: false; code: 'NETWORK' }

const loading = setup({
  types: { context: {} as { tries: number }, events: {} as { type: 'load' } | { type: 'give up' } },
  actors: { load: placeholder<Loaded>('load') },
  guards: {
    succeeded: (_, outcome: Loaded) => outcome.ok,
    never: () => false,
  },
}).createMachine({
  id: 'loading',
  context: { tries: 0 },
  initial: 'idle',
  states: {
    idle: { description: 'Nothing is loaded.', on: { load: 'busy' } },
    busy: {
      entry: assign({ tries: ({ context }) => context.tries + 1 }),
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          { guard: { type: 'succeeded', params: ({ event }) => event.output }, target: 'done' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
      on: { 'give up': { guard: 'never', target: 'idle' } },
    },
    done: { type: 'final' },
    lost: {},
  },
})

const loadingFlow: Flow<typeof loading> = {
  starts: { idle: undefined },
  events: { load: [{ type: 'load' }], 'give up': [{ type: 'give up' }] },
  outcomes: {
    load: { ok: [{ ok: true }], NETWORK: [{ ok: false, code: 'NETWORK' }], unexpected: [new Error('500')] },
  },
  observe: ({ value }) => value,
}

const none = () => []

test('what no path walks is listed: states, guarded branches, outcomes', async () => {
  const walk = new Walk(
    loading,
    untyped<typeof loading>({
      ...loadingFlow,
      outcomes: { load: { ...loadingFlow.outcomes.load, NETWORK: none } },
    }),
  )
  await walk.from(undefined)
  expect(missing(walk.coverage)).toEqual([
    'states: lost',
    'events: give up',
    'transitions: busy: give up → idle',
    'transitions: busy: xstate.done.actor.load [2] → idle',
    'outcomes: load: NETWORK',
  ])
})

test('states without a description are listed', () => {
  expect(undescribed(loading)).toEqual(['loading', 'busy', 'done', 'lost'])
})

test('every outcome is played in a path of its own', async () => {
  const walk = new Walk(loading, untyped<typeof loading>(loadingFlow))
  const paths = await walk.from(undefined)
  expect(paths.map(({ path }) => path.description).sort()).toEqual([
    'xstate.init → load → load: NETWORK',
    'xstate.init → load → load: ok',
    'xstate.init → load → load: unexpected',
  ])
})

test('few paths are chosen that walk together all that every path walks', async () => {
  const walk = new Walk(loading, untyped<typeof loading>(loadingFlow))
  const all = (await walk.from(undefined)).map(run => ({ ...run, start: 'idle' }))
  const again = [...all, ...all].map(run => ({ ...run }))
  const recorder = walk.freshRecorder()
  const chosen = cover(again)
  for (const step of chosen.flatMap(({ walked }) => walked)) recorder.saw(step)
  expect([chosen.length, recorder.coverage]).toEqual([all.length, walk.coverage])
})

const journey = setup({
  types: {
    events: {} as { type: 'go' } | { type: 'back' } | { type: 'stay' } | { type: 'stop' } | { type: 'burn' },
  },
}).createMachine({
  id: 'journey',
  initial: 'home',
  on: { stop: '.over' },
  states: {
    home: { on: { go: 'street' } },
    street: { on: { back: 'home', stay: {}, burn: 'home', go: 'town' } },
    town: { on: { back: 'street' } },
    over: { type: 'final' },
  },
})

const journeyFlow = untyped<typeof journey>({
  starts: { 'at home': undefined, 'at home again': undefined },
  events: {
    stop: [{ type: 'stop' }],
    burn: [{ type: 'burn' }],
    go: [{ type: 'go' }],
    back: [{ type: 'back' }],
    stay: [{ type: 'stay' }],
  },
  outcomes: {},
})

async function walksOf(
  choice: Partial<Parameters<typeof longWalks>[2]>,
): Promise<[walks: LongWalk[], walk: Walk]> {
  const walk = new Walk(journey, journeyFlow)
  const paths = []
  for (const start of Object.keys(journeyFlow.starts)) {
    paths.push(...(await walk.from(undefined)).map(run => ({ ...run, start })))
  }
  const thingsIn = ({ transitions }: { transitions: unknown[] }) => transitions
  return [longWalks(journeyFlow, paths, { thingsIn, everyStart: false, ...choice }), walk]
}

const wordsOf = (walks: LongWalk[]) =>
  walks.map(({ start, steps }) => [start, ...steps.slice(1).map(step => labelOf(step.event))].join(' → '))

test('one long walk goes on from step to step, and takes what ends it last', async () => {
  const [walks, walk] = await walksOf({})
  expect(wordsOf(walks)).toEqual(['at home → go → burn → go → back → go → stay → go → back → stop'])
  const recorder = walk.freshRecorder()
  for (const step of await walk.along(undefined, walks[0]!.steps)) recorder.saw(step)
  expect(missing(recorder.coverage)).toEqual([])
})

test('after a step that changes the world for good another walk begins', async () => {
  const [walks] = await walksOf({ ends: step => step.event.type === 'burn' })
  expect(wordsOf(walks)).toEqual([
    'at home → go → back → go → stay → go → back → stop',
    'at home → go → burn',
  ])
})

test('a walk begins at every start, where that is wanted', async () => {
  const [walks] = await walksOf({ everyStart: true })
  expect(wordsOf(walks)).toEqual([expect.stringMatching(/^at home → go/), 'at home again'])
})

test('a walk of steps that timers do not allow in this order is an error', async () => {
  const flow = untyped<typeof timers>({ starts: {}, events: { again: [{ type: 'again' }] }, outcomes: {} })
  const walk = new Walk(timers, flow)
  const paths = await walk.from(undefined)
  const [, short] = paths.find(({ path }) => path.description.includes('short'))!.path.steps
  const [start, again] = paths.find(({ path }) => path.description.includes('again'))!.path.steps
  const late = { event: { type: 'xstate.after.long.timers.right.waiting' }, state: again!.state }
  await expect(walk.along(undefined, [start!, late, short!])).rejects.toThrow('Not possible in time')
})

test('a state that does not take an outcome fails the flow', async () => {
  const machine = setup({ actors: { load: placeholder<Loaded>('load') } }).createMachine({
    id: 'hanging',
    initial: 'busy',
    states: { busy: { invoke: { id: 'load', src: 'load', onDone: 'done' } }, done: {} },
  })
  const flow = untyped<typeof machine>({
    starts: {},
    events: {},
    outcomes: {
      load: { ok: [{ ok: true }], NETWORK: [{ ok: false, code: 'NETWORK' }], unexpected: [new Error('500')] },
    },
  } as unknown as Flow<typeof machine>)
  await expect(new Walk(machine, flow).from(undefined)).rejects.toThrow(
    'hanging.busy takes no outcome "unexpected" of "load": the flow would hang there',
  )
})

test('a promise about a state that the real actor breaks fails the flow, with the path', async () => {
  const flow = untyped<typeof loading>({
    ...loadingFlow,
    states: { busy: ({ context }) => expect(context.tries).toBe(0) },
  })
  await expect(new Walk(loading, flow).from(undefined)).rejects.toThrow(
    /xstate.init → load: expected 1 to be \+?0/,
  )
})

test('a machine that does something else when it runs than its model says fails the flow', async () => {
  let runs = 0
  const machine = setup({
    types: { events: {} as { type: 'go' } },
    guards: { odd: () => runs++ < 2 },
  }).createMachine({
    id: 'odd',
    initial: 'a',
    states: { a: { on: { go: { guard: 'odd', target: 'b' } } }, b: {} },
  })
  const flow = untyped<typeof machine>({ starts: {}, events: { go: [{ type: 'go' }] }, outcomes: {} })
  await expect(new Walk(machine, flow).from(undefined)).rejects.toThrow('to deeply equal')
})

const timers = setup({
  types: { context: {} as { again: boolean }, events: {} as { type: 'again' } },
  actions: { 'note it': assign({ again: true }) },
  guards: { 'not yet': ({ context }) => !context.again },
  delays: { short: 10, long: 15 },
}).createMachine({
  id: 'timers',
  context: { again: false },
  type: 'parallel',
  states: {
    left: { initial: 'waiting', states: { waiting: { after: { short: 'over' } }, over: {} } },
    right: {
      initial: 'waiting',
      states: {
        waiting: {
          after: { long: 'over' },
          on: { again: { guard: 'not yet', target: 'waiting', reenter: true, actions: 'note it' } },
        },
        over: {},
      },
    },
  },
})

test('timers run out in the order of their delays, and anew when their state is entered anew', async () => {
  const flow = untyped<typeof timers>({ starts: {}, events: { again: [{ type: 'again' }] }, outcomes: {} })
  const paths = await new Walk(timers, flow).from(undefined)
  expect(paths.map(({ walked }) => walked.map(step => labelOf(step.event)).join(' → ')).sort()).toEqual([
    'xstate.init',
    'xstate.init → after short.timers.left.waiting → after long.timers.right.waiting',
    'xstate.init → after short.timers.left.waiting → again → after long.timers.right.waiting',
    'xstate.init → again',
    'xstate.init → again → after short.timers.left.waiting',
  ])
})

test('an event that a state forbids is walked like one that it takes', async () => {
  const machine = setup({ types: { events: {} as { type: 'stop' } } }).createMachine({
    id: 'busy',
    initial: 'sensitive',
    on: { stop: '.sensitive' },
    states: { sensitive: { on: { stop: {} } } },
  })
  const flow = untyped<typeof machine>({ starts: {}, events: { stop: [{ type: 'stop' }] }, outcomes: {} })
  const walk = new Walk(machine, flow)
  await walk.from(undefined)
  expect(missing(walk.coverage)).toEqual(['transitions: busy: stop → sensitive'])
})

test('actors that are not outcomes of the flow stand still', async () => {
  let started = 0
  const machine = setup({
    types: { events: {} as { type: 'go' } },
    actors: { background: fromPromise(async () => started++) },
  }).createMachine({ id: 'background', invoke: { src: 'background' }, on: { go: {} } })
  const flow = untyped<typeof machine>({
    starts: {},
    events: { go: [{ type: 'go' }] },
    outcomes: {},
  } as unknown as Flow<typeof machine>)
  await new Walk(machine, flow).from(undefined)
  expect(started).toBe(0)
})

test('a model without end is an error', async () => {
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: 'count' } },
    actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
  }).createMachine({ id: 'counter', context: { count: 0 }, on: { count: { actions: 'count' } } })
  const flow = untyped<typeof machine>({
    starts: {},
    events: { count: [{ type: 'count' }] },
    outcomes: {},
    limit: 100,
  })
  await expect(new Walk(machine, flow).from(undefined)).rejects.toThrow('Traversal limit exceeded')
})
