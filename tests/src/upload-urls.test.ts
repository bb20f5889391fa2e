import { expect, test } from 'vitest'
import { PartUrls, PutUrls, type SmallFile } from '../../src/uploads/transfer/signed-urls.ts'

const file = (key: string): SmallFile => ({ key, size: 1 })
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}`))

/** Signs by naming, and keeps the calls. */
function openPuts(queued: () => SmallFile[]) {
  const calls: string[][] = []
  const time = { now: 0 }
  const urls = new PutUrls({
    async sign(bucket, some) {
      calls.push(some.map(({ key }) => key))
      return {
        ok: true,
        data: { urls: some.map(({ key }) => `${bucket}/${key}@${time.now}`), expires_at: time.now + 3600 },
      }
    },
    upcoming: queued,
    now: () => time.now,
  })
  return { urls, calls, time }
}

test('addresses that are asked for at once, and those of the files that come next, are one call', async () => {
  const { urls, calls } = openPuts(() => files(400).slice(3))
  const taken = await Promise.all(files(3).map(each => urls.take('anh', each)))
  expect(taken).toEqual(['anh/0@0', 'anh/1@0', 'anh/2@0'].map(data => ({ ok: true, data })))
  expect(calls.map(call => [call.length, call[0], call.at(-1)])).toEqual([[250, '0', '249']])
  expect(await urls.take('anh', file('3'))).toEqual({ ok: true, data: 'anh/3@0' })
  expect(calls.length).toBe(1)
})

test('more are asked for before the last one is used', async () => {
  let next = 1
  const { urls, calls } = openPuts(() => files(400).slice(next))
  for (; next <= 260; next++) await urls.take('anh', file(`${next - 1}`))
  expect(calls.map(call => [call.length, call[0]])).toEqual([
    [250, '0'],
    [150, '250'],
  ])
})

test('URLs of cancelled files, and those of another bucket, do not delay the next call', async () => {
  let queued = files(700)
  const { urls, calls } = openPuts(() => queued)
  const takeFrom = async (bucket: string, count: number) => {
    for (const each of queued.slice(0, count)) {
      queued = queued.slice(1)
      expect(await urls.take(bucket, each)).toEqual({ ok: true, data: `${bucket}/${each.key}@0` })
    }
  }
  await takeFrom('video', 1)
  await takeFrom('anh', 1)
  queued = queued.slice(300)
  await takeFrom('anh', 200)
  expect(calls.map(call => [call.length, call[0]])).toEqual([
    [250, '0'],
    [250, '1'],
    [250, '302'],
    [148, '552'],
  ])
})

test('an address that ends within a minute is signed anew', async () => {
  const { urls, time } = openPuts(() => [file('a'), file('b')])
  await urls.take('anh', file('a'))
  time.now = 3541
  expect(await urls.take('anh', file('b'))).toEqual({ ok: true, data: 'anh/b@3541' })
})

test('a failed call fails all who asked, and nothing is kept', async () => {
  let asked = 0
  const urls = new PutUrls({
    async sign() {
      asked++
      return { ok: false, code: 'ACCESS_DENIED' }
    },
    upcoming: () => [file('c')],
    now: () => 0,
  })
  const denied = { ok: false, code: 'ACCESS_DENIED' }
  expect(await Promise.all([urls.take('anh', file('a')), urls.take('anh', file('b'))])).toEqual([
    denied,
    denied,
  ])
  await urls.take('anh', file('c'))
  expect(asked).toBe(2)
})

function openParts(life = 3600) {
  const calls: number[][] = []
  const time = { now: 0 }
  const urls = new PartUrls({
    async sign(numbers) {
      calls.push(numbers)
      return { ok: true, data: { urls: numbers.map(n => `${n}@${time.now}`), expires_at: time.now + life } }
    },
    now: () => time.now,
  })
  return { urls, calls, time }
}

const upTo = (last: number) => (number: number) =>
  Array.from({ length: last - number }, (_, index) => number + 1 + index)

test('the addresses of the parts that come next are one call, also when six ask at once', async () => {
  const { urls, calls } = openParts()
  const rest = upTo(32)
  const taken = await Promise.all([1, 2, 3, 4, 5, 6].map(number => urls.take(number, rest(number))))
  expect(taken.map(url => url.ok && url.data)).toEqual(['1@0', '2@0', '3@0', '4@0', '5@0', '6@0'])
  expect(calls.map(call => [call.length, call[0]])).toEqual([[32, 1]])
  await urls.take(33, upTo(40)(33))
  expect(calls.map(call => [call.length, call[0]])).toEqual([
    [32, 1],
    [8, 33],
  ])
})

test('a part that begins where none was expected gets its URL by a call of its own', async () => {
  const { urls, calls } = openParts()
  const taken = await Promise.all([urls.take(1, [4, 7]), urls.take(5, [8])])
  expect(taken.map(url => url.ok && url.data)).toEqual(['1@0', '5@0'])
  expect(calls).toEqual([
    [1, 4, 7],
    [5, 8],
  ])
})

test('a part whose address has ended is signed anew; one that lives shorter than a minute is used', async () => {
  const { urls, time, calls } = openParts()
  await urls.take(1, [2])
  time.now = 3541
  expect(await urls.take(2, [])).toEqual({ ok: true, data: '2@3541' })
  const short = openParts(10)
  expect(await short.urls.take(1, [])).toEqual({ ok: true, data: '1@0' })
  expect(calls.length).toBe(2)
})
