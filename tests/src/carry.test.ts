// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { carry } from '../../src/files/desk/carry.ts'
import { folderAt } from '../../src/files/desk/folder-at.ts'
import { refusal, serve, toast } from './support/screen.tsx'

const user = { id: 'an' }
const items = [
  { key: '2026/a.txt', name: 'a.txt', type: 'file' },
  { key: '2026/tết/', name: 'tết/', type: 'folder' },
] as const
const target = { bucket: 'chung', prefix: 'mới/' }
const body = {
  ...{ bucket: 'anh', keys: ['2026/a.txt', '2026/tết/'], existing: 'keep-both' },
  ...{ target_bucket: 'chung', target_folder: 'mới/' },
}
const page = (...names: string[]) => ({
  items: names.map(name => ({ key: `mới/${name}`, name }) as ObjectItem),
  ...{ next_token: null, exists: true },
})

/** What is sent and asked while a server with these `names` at the target carries them. */
async function carried(
  names: () => unknown,
  act: 'copy' | 'move' = 'move',
  to = target,
  answer: () => unknown = () => ({ key: 'mới/a.txt', job: null }),
) {
  const sent = serve({
    'GET /objects/paginate': names,
    'PUT /objects/move': answer,
    'PUT /objects/copy': answer,
  })
  const ask = vi.fn()
  await carry(user, { act, bucket: 'anh', items }, to, ask)
  vi.unstubAllGlobals()
  return { sent, asked: ask.mock.calls.length }
}

test('where no name is taken, items are moved or copied without a question', async () => {
  const free = () => page('a.txt/', 'tết')
  expect(await carried(free)).toEqual({ sent: [['PUT /objects/move', body]], asked: 0 })
  expect(toast()).toBe('files.moved')
  expect(await carried(free, 'copy')).toEqual({ sent: [['PUT /objects/copy', body]], asked: 0 })
  expect(toast()).toBe('files.copied')
})

test('where one is taken, or the names are not known, the dialog asks first', async () => {
  for (const names of [() => page('a.txt'), () => page('tết/'), () => refusal('PERMISSION_DENIED', 403)])
    expect(await carried(names)).toEqual({ sent: [], asked: 1 })
})

test('copies beside their sources get other names, without a question', async () => {
  const here = { bucket: 'anh', prefix: '2026/' }
  const sent = [['PUT /objects/copy', { ...body, target_bucket: 'anh', target_folder: '2026/' }]]
  expect(await carried(() => page('a.txt'), 'copy', here)).toEqual({ sent, asked: 0 })
})

test('why items were not moved is shown', async () => {
  await carried(
    () => page(),
    'move',
    target,
    () => refusal('NOT_ENOUGH_STORAGE', 507),
  )
  expect(toast()).toBe('error.NOT_ENOUGH_STORAGE')
})

test('a folder is a row of it, or a link to it: not a file, nor a link to what else there is of it', () => {
  const host = 'http://localhost:3000'
  expect(location.origin).toBe(host)
  document.body.innerHTML = `
    <div data-key="2026/tết/"><i>row</i></div><div data-key="2026/a.txt"><i>file</i></div><div data-key="2026/"><i>own</i></div>
    <a href="/bucket-management/anh/2025/h%C3%A8"><i>path</i></a><a href="/bucket-management/chung"><i>bucket</i></a>
    <a href="/bucket-management"><i>buckets</i></a><a href="/bucket-management/anh?show=deleted"><i>deleted</i></a>
    <a href="https://khac.example/bucket-management/anh"><i>elsewhere</i></a><i>nothing</i>`
  const found = [...document.querySelectorAll('i')].map(each => [
    each.textContent,
    folderAt(each, { bucket: 'anh', prefix: '2026/' })?.place ?? null,
  ])
  expect(Object.fromEntries(found)).toEqual({
    row: { bucket: 'anh', prefix: '2026/tết/' },
    path: { bucket: 'anh', prefix: '2025/hè/' },
    bucket: { bucket: 'chung', prefix: '' },
    ...{ file: null, own: null, buckets: null, deleted: null, elsewhere: null, nothing: null },
  })
})
