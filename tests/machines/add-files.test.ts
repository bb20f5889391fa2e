import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { fitInto } from '../../machines/add-files/fit.ts'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { conflictsOf, renaming } from '../../machines/add-files/rules.ts'
import {
  selectConflicts,
  selectCurrent,
  selectFit,
  selectQuestion,
} from '../../machines/add-files/selectors.ts'
import type { AddFilesEvent, Fit, LookUpNames, Measure, ReadNames } from '../../machines/add-files/types.ts'
import type { FoundFile, Selection } from '../../machines/upload-queue/types.ts'

const file = (name: string) => ({ name, folder: false })
const folder = (name: string) => ({ name, folder: true })
const taken = new Set(['a.txt', 'a (1).txt', 'ảnh/', 'c', '.env'])
const chosen = [file('a.txt'), file('b.txt'), folder('ảnh'), file('ảnh'), folder('c'), file('.env')]

test('a file is in the way of a file, and a folder of a folder', () => {
  expect(conflictsOf(chosen, taken)).toEqual([file('a.txt'), folder('ảnh'), file('.env')])
})

test('to replace changes no name, to skip leaves out, to keep both finds a free one', () => {
  const conflicts = conflictsOf(chosen, taken)
  expect([...renaming(conflicts, 'replace', taken, chosen)]).toEqual([])
  expect([...renaming(conflicts, 'compare', taken, chosen)]).toEqual([])
  // In a folder the files that are there are skipped.
  expect([...renaming(conflicts, 'skip', taken, chosen)]).toEqual([
    ['a.txt', null],
    ['.env', null],
  ])
  expect([...renaming(conflicts, 'keep-both', taken, chosen)]).toEqual([
    ['a.txt', 'a (2).txt'],
    ['ảnh', 'ảnh (1)'],
    ['.env', '.env (1)'],
  ])
})

test('a free name is not one that is uploaded at the same time', () => {
  const both = [file('x'), file('x (1)')]
  expect([...renaming([file('x')], 'keep-both', new Set(['x']), both)]).toEqual([['x', 'x (2)']])
})

type Folder = { bucket: string; prefix: string }
const photos: Folder = { bucket: 'anh', prefix: 'biển/' }
const notes: Folder = { bucket: 'ghi-chu', prefix: '' }

/** Adds files called `a.txt` and `b.txt` to folders where the look-up says this, and then the comparison of sizes. */
function start(
  lookUp: () => LookUpNames['output'] | Error,
  names: ReadNames['output'] | Error = some,
  sizes: Measure['output'] | Error = null,
) {
  const added: Selection[] = []
  const reported: string[] = []
  const lookedUp: Folder[] = []
  const measured: Selection[] = []
  const adding = createActor(
    addFilesMachine.provide({
      actors: {
        readNames: fromPromise<ReadNames['output'], ReadNames['input']>(async () => {
          if (names instanceof Error) throw names
          return names
        }),
        lookUpNames: fromPromise<LookUpNames['output'], LookUpNames['input']>(async ({ input }) => {
          lookedUp.push({ bucket: input.bucket, prefix: input.prefix })
          const outcome = lookUp()
          if (outcome instanceof Error) throw outcome
          return outcome
        }),
        measure: fromPromise<Measure['output'], Measure['input']>(async ({ input }) => {
          measured.push(input.selection)
          if (sizes instanceof Error) throw sizes
          return sizes
        }),
      },
      actions: {
        'add to uploads': (_, { selection }) => added.push(selection),
        'report nothing chosen': () => reported.push('nothing chosen'),
        'report unreadable selection': () => reported.push('unreadable'),
      },
    }),
  ).start()
  const add = async (to: Folder) => {
    adding.send({ type: 'add files', ...to, items: [] })
    await turn()
  }
  const send = async (event: AddFilesEvent) => {
    adding.send(event)
    await turn()
  }
  const question = () => selectQuestion(adding.getSnapshot())
  return { adding, added, reported, lookedUp, measured, add, send, question }
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const some = { names: [file('a.txt'), file('b.txt')], duplicates: [] }
const free = (): LookUpNames['output'] => ({ ok: true, taken: new Set() })
const conflicting = (): LookUpNames['output'] => ({ ok: true, taken: new Set(['a.txt', 'a (1).txt']) })
const asTheyAre = (to: Folder, taken: string[] = []): Selection => ({
  ...{ ...to, items: [], names: new Map(), duplicates: 'keep-both', tops: ['a.txt', 'b.txt'] },
  avoid: new Set([...taken, 'a.txt', 'b.txt']),
})

test('files whose names are free are added without a question', async () => {
  const { added, add, question } = start(() => ({ ok: true, taken: new Set(['c.txt']) }))
  await add(photos)
  expect(question()).toBeNull()
  expect(added).toEqual([asTheyAre(photos, ['c.txt'])])
})

test('a question is about the folder in which the files were chosen; what is added meanwhile comes after it', async () => {
  const { adding, added, lookedUp, add, question, send } = start(conflicting)
  await add(photos)
  await add(notes)
  expect(selectCurrent(adding.getSnapshot())).toEqual({ ...photos, items: [] })
  expect(selectConflicts(adding.getSnapshot())).toEqual([file('a.txt')])
  expect(lookedUp).toEqual([photos])
  await send({ type: 'choose', choice: 'replace' })
  expect(selectCurrent(adding.getSnapshot())).toEqual({ ...notes, items: [] })
  await send({ type: 'choose', choice: 'keep-both' })
  expect(question()).toBeNull()
  const kept = ['a.txt', 'a (1).txt']
  expect(added).toEqual([
    // No names were equal: the answer is not about those that are so in folders.
    asTheyAre(photos, kept),
    {
      ...asTheyAre(notes, [...kept, 'a (2).txt', 'b.txt']),
      names: new Map([['a.txt', 'a (2).txt']]),
      tops: ['a (2).txt', 'b.txt'],
      avoid: new Set([...kept, 'a (2).txt', 'b.txt']),
    },
  ])
})

test('files that continue interrupted uploads are not asked about', async () => {
  const rest = [{ kind: 'files' as const, files: [] }]
  const some = start(free, { names: [file('b.txt')], duplicates: [], left: rest })
  await some.add(photos)
  expect(some.added).toMatchObject([{ items: rest, tops: ['b.txt'] }])
  const all = start(free, { names: [], duplicates: [], left: [] })
  await all.add(photos)
  expect([all.added, all.reported, all.lookedUp]).toEqual([[], [], []])
})

test('what is cancelled is not added, and what waits goes on', async () => {
  let outcome = conflicting()
  const { added, add, send } = start(() => outcome)
  await add(photos)
  await add(notes)
  outcome = free()
  await send({ type: 'cancel' })
  expect(added).toEqual([asTheyAre(notes)])
})

test('names chosen twice are asked about where all are free', async () => {
  const { added, add, question, send } = start(free, { ...some, duplicates: [file('a.txt')] })
  await add(photos)
  expect(question()).toBe('names')
  await send({ type: 'choose', choice: 'skip' })
  expect(added).toEqual([{ ...asTheyAre(photos), duplicates: 'skip', present: 'skip' }])
})

test('who may not see names is asked once for a bucket, and again after signing out', async () => {
  const { added, add, question, send } = start(() => ({ ok: false, code: 'PERMISSION_DENIED' }))
  await add(photos)
  expect(question()).toBe('unseen names')
  await send({ type: 'upload anyway' })
  await add(photos)
  expect(added).toEqual([asTheyAre(photos), asTheyAre(photos)])
  await add(notes)
  expect(question()).toBe('unseen names')
  await send({ type: 'cancel' })
  await send({ type: 'forget' })
  await add(photos)
  expect(question()).toBe('unseen names')
})

test('too many names to compare are asked about each time', async () => {
  const { added, add, question, send } = start(() => ({ ok: false, code: 'TOO_MANY_NAMES' }))
  await add(photos)
  await send({ type: 'upload anyway' })
  expect(added).toEqual([asTheyAre(photos)])
  await add(photos)
  expect(question()).toBe('unseen names')
})

test.each([
  ['no answer', () => ({ ok: false, code: 'NETWORK' }) as const],
  ['a bug', () => new Error('500')],
])('%s to the look-up can be retried, and does not keep anybody from uploading', async (_, failed) => {
  let outcome: LookUpNames['output'] | Error = failed()
  const { added, add, question, send } = start(() => outcome)
  await add(photos)
  expect(question()).toBe('failure')
  await send({ type: 'upload anyway' })
  expect(added).toEqual([asTheyAre(photos)])
  await add(photos)
  outcome = free()
  await send({ type: 'retry' })
  expect(question()).toBeNull()
  expect(added).toEqual([asTheyAre(photos), asTheyAre(photos)])
})

test('a selection with nothing in it, or that cannot be read, is reported', async () => {
  const empty = start(free, { names: [], duplicates: [] })
  await empty.add(photos)
  expect([empty.reported, empty.added, empty.lookedUp]).toEqual([['nothing chosen'], [], []])
  const unreadable = start(free, new Error('a bug'))
  await unreadable.add(photos)
  expect([unreadable.reported, unreadable.added, unreadable.lookedUp]).toEqual([['unreadable'], [], []])
})

test('signing out forgets every file that is being added', async () => {
  const { adding, added, add, question, send } = start(conflicting)
  await add(photos)
  await add(notes)
  await send({ type: 'forget' })
  expect([question(), selectCurrent(adding.getSnapshot()), added]).toEqual([null, null, []])
})

const found = (name: string, size: number, readable = true): FoundFile => ({
  path: name,
  key: `biển/${name}`,
  file: { name, size, lastModified: 1, type: '' },
  readable,
})

test('each file that fits beside those before it is to be uploaded, with 1 KiB for its entry', () => {
  const [a, b, c, d] = [found('a', 1000), found('b', 5000), found('c', 976), found('d', 0)]
  const fits = fitInto(1000 + 976 + 2 * 1024)
  fits.add([a, b])
  fits.add([c, d])
  expect(fits.fit()).toEqual({
    ...{ fitting: [a, c], others: [b, d] },
    ...{ needed: 1000 + 5000 + 976 + 4 * 1024, free: 1000 + 976 + 2 * 1024 },
  })
})

test('files that the uploads refuse need no space, and come along to say why', () => {
  const refused = [found('lớn.iso', 5 * 1024 ** 3), found('khóa', 0, false)]
  const fits = fitInto(0)
  fits.add(refused)
  expect(fits.fit()).toEqual({ fitting: refused, others: [], needed: 0, free: 0 })
})

const all = { needed: 2048, underWay: 0, leftOut: 3 }
const [first, second] = [found('a.txt', 0), found('b.txt', 0)]
const oneFits: Fit = { ...all, fitting: [first], others: [second], free: 1024 }

test('what fits is added as it was found', async () => {
  const { added, measured, add, question } = start(free, some, {
    ...{ ...all, fitting: [first, second], others: [], free: 2048 },
  })
  await add(photos)
  expect([question(), measured]).toEqual([null, [asTheyAre(photos)]])
  expect(added).toEqual([{ ...asTheyAre(photos), found: { files: [first, second], leftOut: 3 } }])
})

test('where space is short, a question offers what fits; what was added meanwhile comes after it', async () => {
  const { adding, added, add, send, question } = start(free, some, oneFits)
  await add(photos)
  await add(notes)
  expect([question(), selectFit(adding.getSnapshot()), added]).toEqual(['space', oneFits, []])
  await send({ type: 'upload what fits' })
  expect(added).toEqual([{ ...asTheyAre(photos), found: { files: [first], leftOut: 3 } }])
  expect([question(), selectCurrent(adding.getSnapshot())]).toEqual(['space', { ...notes, items: [] }])
  await send({ type: 'cancel' })
  expect([question(), added.length]).toEqual([null, 1])
})

test('where nothing fits, nothing can be uploaded', async () => {
  const { added, add, send, question } = start(free, some, {
    ...{ ...all, fitting: [], others: [first, second], free: 0 },
  })
  await add(photos)
  await send({ type: 'upload what fits' })
  expect([question(), added]).toEqual(['space', []])
})

test('sizes are compared of what is uploaded under the chosen names', async () => {
  const { measured, add, send } = start(conflicting)
  await add(photos)
  expect(measured).toEqual([])
  await send({ type: 'choose', choice: 'skip' })
  expect(measured.map(({ names }) => [...names])).toEqual([[['a.txt', null]]])
})

test.each([
  ['a quota that cannot be read', null],
  ['a bug', new Error('a bug')],
])('%s keeps nobody from uploading', async (_, sizes) => {
  const { added, add, question } = start(free, some, sizes)
  await add(photos)
  expect([question(), added]).toEqual([null, [asTheyAre(photos)]])
})
