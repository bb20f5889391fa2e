import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { finderMachine } from '../../machines/finder/machine.ts'
import {
  selectBusy,
  selectFailure,
  selectIsCut,
  selectIsOpen,
  selectNoMatch,
  selectRows,
  selectText,
  selectWaits,
} from '../../machines/finder/selectors.ts'
import type { Found, Lookup } from '../../machines/finder/types.ts'

type Output = Lookup['output']

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const line = (kind: Found['kind'], name: string, more: Partial<Found> = {}): Found => ({
  ...{ kind, id: `${kind} ${name}`, name, detail: '', address: `/${kind}`, path: '' },
  ...more,
})
const found = (...lines: Found[]): Output => ({ ok: true, found: lines, exact: false, more: false })

const known = [
  line('place', 'Hình', { id: 'website/Hình/', detail: 'website', path: 'website/Hình/' }),
  line('page', 'Bảo mật'),
  line('act', 'Đăng xuất'),
]

/** A finder whose calls are held: `answer` ends the call for this text, and `fail` breaks it. */
function start() {
  const clock = new SimulatedClock()
  const held = new Map<string, { resolve: (output: Output) => void; reject: (error: Error) => void }>()
  const gone: string[] = []
  const asked: string[] = []
  const call = (name: string) =>
    fromPromise<Output, Lookup['input']>(({ input: { text } }) => {
      asked.push(`${name} ${text}`)
      return new Promise((resolve, reject) => held.set(text, { resolve, reject }))
    })
  const machine = finderMachine.provide({
    actors: { complete: call('complete'), search: call('search') },
    actions: { go: (_, { found }) => void gone.push(found.id) },
  })
  const flow = createActor(machine, { clock }).start()
  const now = () => flow.getSnapshot()
  flow.send({ type: 'open', known })
  return {
    ...{ flow, now, gone, asked },
    names: () => selectRows(now()).map(({ name }) => name),
    type(text: string, ms = 80) {
      flow.send({ type: 'type', text })
      clock.increment(ms)
    },
    async answer(text: string, output: Output) {
      held.get(text)?.resolve(output)
      await turn()
    },
    async fail(text: string) {
      held.get(text)?.reject(new Error('Out of order'))
      await turn()
    },
  }
}

test('without a text it has what is known: recent places first, then pages and acts', () => {
  const { names, now, asked } = start()
  expect(names()).toEqual(['Hình', 'Bảo mật', 'Đăng xuất'])
  expect([selectIsOpen(now()), selectBusy(now()), asked]).toEqual([true, false, []])
})

test('words are found in any order, in names, details and paths, whatever their case and diacritics', () => {
  const { type, names } = start()
  for (const [text, wanted] of [
    ['DANG xuat', ['Đăng xuất']],
    ['mat bao', ['Bảo mật']],
    ['website hinh', ['Hình']],
    ['hinh bao', []],
  ] as const) {
    type(text, 0)
    expect(names(), text).toEqual(wanted)
  }
})

test('what is known is there at once; the answer comes after it, each line once', async () => {
  const { type, answer, names, now, asked } = start()
  type('bao')
  expect([names(), selectBusy(now()), selectWaits(now())]).toEqual([['Bảo mật'], true, false])
  await answer('bao', found(line('bucket', 'bao-cao'), line('page', 'Bảo mật')))
  expect([names(), selectBusy(now())]).toEqual([['Bảo mật', 'bao-cao'], false])
  expect(asked).toEqual(['search bao'])
})

test('lines of the answer that still match stay until the next one', async () => {
  const { type, answer, names } = start()
  type('ca')
  await answer('ca', found(line('bucket', 'bao-cao'), line('bucket', 'canh')))
  type('cao', 0)
  expect(names()).toEqual(['bao-cao'])
})

test('it asks once nothing has been typed for 80 ms', () => {
  const { type, asked } = start()
  type('a', 79)
  type('an', 79)
  type('anh', 79)
  expect(asked).toEqual([])
  type('anh/', 80)
  expect(asked).toEqual(['complete anh/'])
})

test('a late answer never replaces a newer one, in whatever order texts are typed and calls end', async () => {
  const text = fc.constantFrom('a', 'ab', 'a/', 'a/b', 'b')
  const act = fc.oneof(
    fc.record({ does: fc.constant('type' as const), text, ms: fc.constantFrom(0, 79, 80) }),
    fc.record({ does: fc.constant('answer' as const), text }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 20 }), async acts => {
      const { type, answer, now, flow } = start()
      for (const each of acts) {
        if (each.does === 'type') type(each.text, each.ms)
        // A line that says which text it answers, and which none but the exact answer would show.
        else await answer(each.text, found(line('bucket', 'x', { id: each.text })))
        const own = selectRows(now()).filter(({ kind }) => kind === 'bucket')
        expect(own.every(({ id }) => id === selectText(now()))).toBe(true)
        if (!selectBusy(now()) && selectText(now()) !== '') expect(own).toHaveLength(1)
      }
      flow.stop()
    }),
    { numRuns: 200 },
  )
})

const there = line('folder', 'Hình', { id: 'website/Hình/', path: 'website/Hình/' })

test('Enter on a path waits until the path is known, at once and without another pause', async () => {
  const { type, answer, flow, gone, asked, now } = start()
  type('website/Hình/', 0)
  expect(selectWaits(now())).toBe(true)
  flow.send({ type: 'enter' })
  expect(asked).toEqual(['complete website/Hình/'])
  await answer('website/Hình/', { ok: true, found: [there], exact: true, more: false })
  expect([gone, selectIsOpen(now())]).toEqual([['website/Hình/'], false])
})

test('Enter on a path that names nothing goes nowhere, and what is like it is listed', async () => {
  const { type, answer, flow, gone, names } = start()
  type('website/H')
  flow.send({ type: 'enter' })
  await answer('website/H', { ok: true, found: [there], exact: false, more: true })
  expect([gone, names()]).toEqual([[], ['Hình']])
})

test('Enter may come while the path is being read already', async () => {
  const { type, answer, flow, gone } = start()
  type('website/Hình/')
  flow.send({ type: 'enter' })
  await answer('website/Hình/', { ok: true, found: [there], exact: true, more: false })
  expect(gone).toEqual(['website/Hình/'])
})

test('Enter searches for words at once', () => {
  const { type, flow, asked } = start()
  type('zzz', 0)
  flow.send({ type: 'enter' })
  expect(asked).toEqual(['search zzz'])
})

test('a path that cannot be read says so, and is read again', async () => {
  const { type, fail, flow, now, asked } = start()
  for (const text of ['website/', 'web']) {
    type(text)
    await fail(text)
    expect([selectFailure(now())?.code, selectBusy(now()), selectNoMatch(now())], text).toEqual([
      'UNKNOWN_ERROR',
      false,
      false,
    ])
    flow.send({ type: 'retry' })
  }
  expect(asked).toEqual(['complete website/', 'complete website/', 'search web', 'search web'])
})

test('what is like a path is there to choose from, and nothing more is asked', async () => {
  const { type, answer, names, now, asked } = start()
  type('website/H')
  await answer('website/H', { ok: true, found: [there], exact: false, more: false })
  expect([names(), selectBusy(now()), asked.length]).toEqual([['Hình'], false, 1])
})

test('an answer without lines takes those of the former one away', async () => {
  const { type, answer, names, now } = start()
  for (const [first, second] of [
    ['anh', 'anhs'],
    ['anh/', 'anh/s'],
  ] as const) {
    type(first)
    await answer(first, found(line('bucket', 'anhs', { path: 'anh/s' })))
    type(second)
    await answer(second, found())
    expect([names(), selectNoMatch(now())], second).toEqual([[], true])
  }
})

test('typing on takes back an Enter that still waits', async () => {
  const { type, answer, flow, gone } = start()
  type('website/Hình/')
  flow.send({ type: 'enter' })
  type('website/Hình/a')
  await answer('website/Hình/a', { ok: true, found: [there], exact: true, more: false })
  expect(gone).toEqual([])
})

test('a list that is cut, one that is empty and a failure say so; what is known stays', async () => {
  const { type, answer, flow, now, names, asked } = start()
  type('bao')
  await answer('bao', { ok: true, found: [line('bucket', 'bao')], exact: false, more: true })
  expect(selectIsCut(now())).toBe(true)
  type('zzz')
  await answer('zzz', found())
  expect([selectNoMatch(now()), selectIsCut(now())]).toEqual([true, false])
  type('mat')
  await answer('mat', { ok: false, code: 'NETWORK' })
  expect([selectFailure(now())?.code, names()]).toEqual(['NETWORK', ['Bảo mật']])
  flow.send({ type: 'retry' })
  expect([selectFailure(now()), asked.at(-1)]).toEqual([null, 'search mat'])
})

test('what is chosen is gone to, and the field closes; it opens anew', () => {
  const { type, flow, gone, now } = start()
  type('bao')
  flow.send({ type: 'choose', found: known[1]! })
  expect([gone, selectIsOpen(now())]).toEqual([['page Bảo mật'], false])
  flow.send({ type: 'open', known })
  expect([selectText(now()), selectBusy(now())]).toEqual(['', false])
})

test('the last line of a name leads to all files with it; of a path and of no text there is none, and it is no match', async () => {
  const { flow, names, answer, type, gone, now } = start()
  const search = line('search', '', { id: 'search', address: '/search?q=' })
  flow.send({ type: 'close' })
  flow.send({ type: 'open', known: [...known, search] })
  expect(names()).toEqual(['Hình', 'Bảo mật', 'Đăng xuất'])
  type(' a&b ')
  expect(selectRows(now()).at(-1)).toEqual({ ...search, name: 'a&b', address: '/search?q=a%26b' })
  expect(selectWaits(now())).toBe(true)
  await answer(' a&b ', found())
  expect([selectNoMatch(now()), names()]).toEqual([true, ['a&b']])
  type('a/b')
  expect(names()).toEqual([])
  type('\ud800')
  expect(names()).toEqual([])
  type('ảnh')
  await answer('ảnh', found(line('file', 'ảnh.png')))
  expect(names()).toEqual(['ảnh.png', 'ảnh'])
  flow.send({ type: 'choose', found: selectRows(now())[1]! })
  expect(gone).toEqual(['search'])
})
