// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser, FoundObjects } from '../../openapi/schema.ts'
import { clipIn } from '../../src/files/desk/clip.ts'
import { keptClip } from '../../src/files/kept-clip.ts'
import ResultsScreen from '../../src/files/results/results-screen.tsx'
import {
  button,
  buttonThere,
  check,
  closed,
  fieldThere,
  headingThere,
  pick,
  press,
  refusal,
  serve,
  show,
  submit,
  textThere,
  toast,
} from './support/screen.tsx'

const signed = vi.hoisted(() => ({ user: {} as object }))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => ({ ...owner, ...signed.user }) as CurrentUser)
})

beforeEach(() => {
  signed.user = {}
})

const result = (bucket: string, key: string, size = 1) => ({
  ...{ bucket, key, size, last_modified: 1_767_225_600, etag: null, storage_class: 'STANDARD' },
})
const indexed: FoundObjects = { results: [], next_cursor: null, looked_at: 2, complete: true, indexed: 1 }
const listed: FoundObjects = {
  ...indexed,
  next_cursor: 'c1',
  looked_at: 40_000,
  complete: false,
  indexed: null,
}

type Asked = { query: string; cursor?: string; kind?: string; sort: string; bucket?: string }

/** The screen at an address of it; gives what was asked. `answer`: of a search. */
async function open(query: string, answer: (asked: Asked) => unknown, storage = 'embedded') {
  history.replaceState(null, '', `/search${query}`)
  const asked: Asked[] = []
  let copies = 0
  const sent = serve({
    'GET /bucket': () => ({ buckets: ['anh', 'phim'].map(name => ({ name })), storage }),
    'GET /bucket/status': () => ({ buckets: [] }),
    'GET /objects/acl/many': () => ({ files: [] }),
    'POST /objects/search': ({ body }) => {
      asked.push(body as Asked)
      return answer(body as Asked)
    },
    'DELETE /objects/delete/many': () => ({ deleted: 1, failed: [], job: null }),
    'GET /objects/paginate': () => ({ items: [], next_token: null, exists: true }),
    'PUT /objects/copy': ({ body }) => {
      const { bucket } = body as { bucket: string }
      copies += 1
      return copies === 2 ? refusal('STORAGE_UNAVAILABLE') : { key: null, job: { id: `job of ${bucket}` } }
    },
    'POST /objects/zip': () => ({ files: 0, size: 0, url: '' }),
    'POST /objects/get-download-url': () => refusal('STORAGE_UNAVAILABLE'),
  })
  const t = await show(<ResultsScreen />)
  return { t, asked, calls: () => sent.filter(([call]) => !call.endsWith('/search')) }
}

const keys = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-key]')].map(row => row.dataset.key)
const status = () => document.querySelector('[role=status]')?.textContent

test('a listed storage is asked on until something is found, says how far, and can be stopped and go on', async () => {
  const held = Promise.withResolvers<FoundObjects>()
  const { t, asked } = await open('?q=a', ({ cursor }) => {
    if (!cursor) return listed
    if (cursor === 'c1') return asked.length === 2 ? held.promise : { ...listed, next_cursor: 'c2' }
    return { ...listed, results: [result('phim', 'b/a.mp4')], next_cursor: null, complete: true }
  })
  const looked = (count: number) => t('results.looked', { count })
  await expect.poll(status).toBe(`${t('results.soFar', { count: 0 })} · ${looked(40_000)}`)
  await press(t('results.stop'))
  await headingThere(t('results.stopped.title'))
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'c1'])
  await press(t('results.goOn'))
  await expect.poll(keys).toEqual(['phim/b/a.mp4'])
  expect(status()).toBe(`${t('results.found', { count: 1 })} · ${looked(120_000)}`)
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'c1', 'c1', 'c2'])
  expect([button(t('results.stop')), button(t('results.goOn'))]).toEqual([undefined, undefined])
  expect(document.querySelector('.facts a')?.getAttribute('href')).toBe('/bucket-management/phim/b')
  held.resolve(listed)
})

test('the first answer of a listed storage can be stopped as well', async () => {
  const held = Promise.withResolvers<FoundObjects>()
  let stopped = false
  const done = { ...listed, results: [result('anh', 'a')], next_cursor: null, complete: true }
  const { t } = await open('?q=a', () => (stopped ? done : held.promise), 'rgw')
  await press(t('results.stop'))
  await headingThere(t('results.stopped.title'))
  stopped = true
  await press(t('results.goOn'))
  await expect.poll(keys).toEqual(['anh/a'])
  held.resolve(listed)
})

test('all results are selected and deleted, in each bucket by a call of its own, and leave the list', async () => {
  const results = [result('anh', 'x/1.txt'), result('phim', '1.txt'), result('anh', 'y/2.txt')]
  const { t, calls } = await open('?q=txt', () => ({ ...indexed, results }))
  await expect.poll(() => keys().length).toBe(3)
  check(t('results.selectAll'))
  await press(t('files.delete'))
  await textThere(
    t('results.deleteLead', { what: t('files.deleteSized', { count: 3, size: '3 Bytes' }), count: 2 }),
  )
  const buttons = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')]
  await act(
    async () => void fireEvent.click(buttons.find(({ textContent }) => textContent === t('files.delete'))!),
  )
  await expect.poll(keys).toEqual([])
  expect(calls()).toEqual([
    ['DELETE /objects/delete/many', { bucket: 'anh', keys: ['x/1.txt', 'y/2.txt'] }],
    ['DELETE /objects/delete/many', { bucket: 'phim', keys: ['1.txt'] }],
  ])
})

test('a download is one archive for each bucket, from the folder that has all of its files, or the file itself', async () => {
  const results = [result('anh', 'x/y/1.txt'), result('phim', '1.txt'), result('anh', 'x/2.txt')]
  const { t, calls } = await open('?q=txt', () => ({ ...indexed, results }))
  await expect.poll(() => keys().length).toBe(3)
  check(t('results.selectAll'))
  await press(t('files.download'))
  await expect.poll(calls).toEqual([
    ['POST /objects/zip', { bucket: 'anh', prefix: 'x/', keys: ['x/y/1.txt', 'x/2.txt'], folders: [] }],
    ['POST /objects/get-download-url', { bucket: 'phim', key: '1.txt' }],
  ])
})

test('a selection of two buckets is copied by a job of each, which are followed; after a failure only what is left is sent again', async () => {
  const results = [result('anh', 'x/1.txt'), result('phim', '2.txt')]
  const { t, calls } = await open('?q=txt', () => ({ ...indexed, results }))
  await expect.poll(() => keys().length).toBe(2)
  check(t('results.selectAll'))
  await pick(t('files.actions'), t('files.copyTo'))
  fireEvent.change(await fieldThere(t('files.target')), { target: { value: 'phim/đích' } })
  await submit()
  await textThere(t('error.STORAGE_UNAVAILABLE'))
  await submit()
  await closed()
  const copy = (bucket: string, key: string) => [
    'PUT /objects/copy',
    { bucket, keys: [key], target_bucket: 'phim', target_folder: 'đích/', existing: 'keep-both' },
  ]
  expect(calls()).toEqual([copy('anh', 'x/1.txt'), copy('phim', '2.txt'), copy('phim', '2.txt')])
  expect(localStorage.getItem(Object.keys(localStorage).find(name => name.includes('jobs '))!)).toBe(
    '["job of anh","job of phim"]',
  )
})

test('what has the same name in two buckets is not copied at once, which is said', async () => {
  const results = [result('anh', 'x/1.txt'), result('phim', '1.txt')]
  const { t } = await open('?q=txt', () => ({ ...indexed, results }))
  await expect.poll(() => keys().length).toBe(2)
  check(t('results.selectAll'))
  await pick(t('files.actions'), t('files.copyTo'))
  await expect.poll(toast).toBe('results.sameNames')
  expect(document.querySelector('[role$=dialog]')).toBe(null)
})

test('results of one bucket are cut, to be pasted in a folder; of two buckets they are not, which is said', async () => {
  localStorage.clear()
  const results = [result('anh', 'Tết/a.png'), result('anh', 'b.png'), result('phim', 'c.mp4')]
  const { t } = await open('?q=a', () => ({ ...indexed, results }))
  await expect.poll(keys).toHaveLength(3)
  const cut = () => act(() => void dispatchEvent(new Event('cut', { cancelable: true })))
  check(t('files.select', { name: 'a.png' }))
  check(t('files.select', { name: 'b.png' }))
  cut()
  await expect.poll(toast).toBe('files.clipCut')
  const kept = { act: 'move', bucket: 'anh', keys: ['Tết/a.png', 'b.png'] }
  expect(clipIn(keptClip.read('user-1'))).toEqual(kept)
  check(t('files.select', { name: 'c.mp4' }))
  cut()
  await expect.poll(toast).toBe('results.oneBucket')
  expect(clipIn(keptClip.read('user-1'))).toEqual(kept)
})

test('a chip is a part of the address and of the request; what is none is cleared', async () => {
  const { t, asked } = await open('?q=a&in=anh/x/', () => indexed)
  await headingThere(t('results.none.title'))
  await pick(t('results.kind'), t('results.kind.image'))
  await expect.poll(() => location.search).toBe('?q=a&in=anh%2Fx%2F&type=image')
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ query: 'a', bucket: 'anh', prefix: 'x/', kind: 'image' })
  await press(t('results.widen'))
  await expect.poll(() => location.search).toBe('?q=a')
  await expect.poll(() => asked.at(-1)).toEqual({ query: 'a', sort: 'best', limit: 200 })
})

test('by size the largest of all answers comes first, and is said to be so only among these', async () => {
  const held = Promise.withResolvers<FoundObjects>()
  const answers: Record<string, FoundObjects> = {
    '': { ...indexed, next_cursor: 'c1', results: [result('anh', 'a1', 10), result('anh', 'a2', 20)] },
    c1: { ...indexed, next_cursor: 'c2', results: [result('anh', 'a3', 30)] },
  }
  const { t } = await open('?q=a&sort=largest', ({ cursor = '' }) => answers[cursor] ?? held.promise)
  await expect.poll(keys).toEqual(['anh/a3', 'anh/a2', 'anh/a1'])
  expect(status()).toContain(t('results.orderSoFar.largest'))
  held.resolve({ ...indexed, results: [] })
  await expect.poll(status).toBe(t('results.found', { count: 3 }))
})

test('nothing is asked without a word or a chip', async () => {
  const { t, asked } = await open('?in=anh', () => indexed)
  await headingThere(t('results.blank.title'))
  expect(asked).toEqual([])
})

test.each([
  ['a search that failed says why, and is tried again', 'STORAGE_UNAVAILABLE'],
  ['too many searches at once say so, and are tried again', 'TOO_MANY_REQUESTS'],
] as const)('%s', async (_, code) => {
  let failed = false
  const { t } = await open('?q=a', () => {
    if (failed) return { ...indexed, results: [result('anh', 'a')] }
    failed = true
    return refusal(code)
  })
  await headingThere(t('results.failed'))
  await press(t('common.retry'))
  await expect.poll(keys).toEqual(['anh/a'])
})

test('while the index is being built the share of names that can be found is said', async () => {
  const { t } = await open('?q=a', () => ({ ...indexed, results: [result('anh', 'a')], indexed: 0.34 }))
  await expect.poll(status).toContain(t('results.building', { percent: '34%' }))
})

test('only what this person may do with results is offered', async () => {
  signed.user = { is_admin: false, is_supper_admin: false, is_sub_user: true, permission: 'read' }
  const { t } = await open('?q=a', () => ({
    ...indexed,
    results: [result('anh', 'x/a'), result('anh', 'x/b')],
  }))
  await expect.poll(() => keys().length).toBe(2)
  check(t('results.selectAll'))
  await buttonThere(t('files.download'))
  expect(button(t('files.delete'))).toBe(undefined)
})

test('tags are offered where there is an index of them', async () => {
  const { t } = await open('?q=a', () => listed, 'rgw')
  await expect.poll(status).toBeTruthy()
  expect(button(t('results.tag'))).toBe(undefined)
})
