import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { pickerMachine } from '../../machines/picker/machine.ts'
import {
  selectAbove,
  selectEntries,
  selectFailure,
  selectIsCut,
  selectIsOpen,
  selectPath,
} from '../../machines/picker/selectors.ts'
import type { FolderRead, PickerInput } from '../../machines/picker/types.ts'

type Read = Omit<Extract<FolderRead['output'], { ok: true }>, 'ok'>

const file = (name: string) => ({ name, size: 3 })
const folder = (name: string) => ({ name, size: null })
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** A picker over folders (by bucket, prefix and search) that hold this. */
function start(input: Partial<PickerInput>, folders: Record<string, Read>) {
  const reads: string[] = []
  const readFolder = fromPromise<FolderRead['output'], FolderRead['input']>(async ({ input }) => {
    const place = `${input.bucket}:${input.prefix}:${input.search}`
    reads.push(place)
    const found = folders[place]
    if (found) return { ok: true, ...found }
    return { ok: false, code: 'NETWORK' }
  })
  const flow = createActor(pickerMachine.provide({ actors: { readFolder } }), {
    input: { bucket: 'web', path: '', ...input },
  }).start()
  const now = () => flow.getSnapshot()
  return {
    reads,
    flow,
    now,
    names: () => selectEntries(now())?.map(({ name }) => name),
    async send(event: Parameters<typeof flow.send>[0]) {
      flow.send(event)
      await turn()
    },
  }
}

const top = { entries: [folder('Ảnh/'), file('a.txt'), file('báo cáo.pdf')], complete: true }

test('it opens when it is asked to, or typed into', async () => {
  const { send, now, reads } = start({}, { 'web::a': { entries: [], complete: true } })
  expect([selectIsOpen(now()), reads]).toEqual([false, []])
  await send({ type: 'type', path: 'a' })
  expect([selectIsOpen(now()), selectPath(now()), reads]).toEqual([true, 'a', ['web::a']])
})

test('what is typed picks from a folder that was read whole, by any part of a name, without asking again', async () => {
  const { send, names, reads } = start({}, { 'web::': top })
  await send({ type: 'open' })
  expect(names()).toEqual(['Ảnh/', 'a.txt', 'báo cáo.pdf'])
  await send({ type: 'type', path: 'CAO' })
  expect(names()).toEqual(['báo cáo.pdf'])
  await send({ type: 'type', path: 'a' })
  expect(names()).toEqual(['Ảnh/', 'a.txt', 'báo cáo.pdf'])
  await send({ type: 'type', path: 'a.' })
  expect(names()).toEqual(['a.txt'])
  await send({ type: 'type', path: 'zzz' })
  expect(names()).toEqual([])
  expect(reads).toEqual(['web::'])
})

test('of a folder that is too large to be read whole, names are asked for by their beginning', async () => {
  const { send, names, reads, now } = start(
    {},
    {
      'web::': { entries: [file('a.txt')], complete: false },
      'web::z': { entries: [file('z.txt'), file('zu.txt')], complete: true },
    },
  )
  await send({ type: 'open' })
  expect(selectIsCut(now())).toBe(true)
  await send({ type: 'type', path: 'z' })
  await send({ type: 'type', path: 'zu' })
  expect([names(), selectIsCut(now()), reads]).toEqual([['zu.txt'], false, ['web::', 'web::z']])
})

test('a folder is entered, left by the way up, and a file in it chosen by its whole path', async () => {
  const inside = { entries: [folder('2026/'), file('tết.jpg')], complete: true }
  const { send, names, now } = start({}, { 'web::': top, 'web:Ảnh/:': inside })
  await send({ type: 'open' })
  expect(selectAbove(now())).toBeNull()
  await send({ type: 'enter', path: 'Ảnh/' })
  expect([selectPath(now()), names(), selectAbove(now())]).toEqual(['Ảnh/', ['2026/', 'tết.jpg'], ''])
  const [, tet] = selectEntries(now())!
  expect(tet).toEqual({ path: 'Ảnh/tết.jpg', name: 'tết.jpg', size: 3 })
  await send({ type: 'choose', path: tet!.path })
  expect([selectPath(now()), selectIsOpen(now())]).toEqual(['Ảnh/tết.jpg', false])
  await send({ type: 'open' })
  await send({ type: 'enter', path: '' })
  expect(names()).toEqual(['Ảnh/', 'a.txt', 'báo cáo.pdf'])
})

test('a folder that cannot be read says why, and is read again', async () => {
  const folders: Record<string, Read> = {}
  const { send, names, now } = start({}, folders)
  await send({ type: 'open' })
  expect([selectFailure(now())?.code, names()]).toEqual(['NETWORK', undefined])
  folders['web::'] = top
  await send({ type: 'retry' })
  expect([selectFailure(now()), names()?.length]).toEqual([null, 3])
})

test('an answer that comes after more was typed is dropped', async () => {
  const { send, flow, now } = start({}, { 'web::': top, 'web:b/:': { entries: [file('c')], complete: true } })
  flow.send({ type: 'open' })
  await send({ type: 'type', path: 'b/' })
  expect(selectEntries(now())).toEqual([{ path: 'b/c', name: 'c', size: 3 }])
})
