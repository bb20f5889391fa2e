import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ListAfter, type Span, scanKeys, withoutSpans } from '../../server/storage/scan-keys.ts'

const inOrder = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Pages of `size` of the keys below a prefix, each after as many turns of the event loop as `turns` says. */
function listing(keys: string[], prefix: string, { size = 3, turns = (): number => 1 } = {}) {
  const sorted = keys.filter(key => key.startsWith(prefix)).sort(inOrder)
  const asked: string[] = []
  const list: ListAfter = async after => {
    asked.push(after)
    for (let left = turns(); left > 0; left -= 1) await new Promise(setImmediate)
    const rest = sorted.filter(key => inOrder(key, after) > 0)
    return { files: rest.slice(0, size).map(Key => ({ Key })), more: rest.length > size }
  }
  return { list, asked, sorted }
}

/** What is listed, in order, with up to `calls` requests at a time; each part is the same again. */
async function scan(
  list: ListAfter,
  { calls = Number.POSITIVE_INFINITY, ...how }: { prefix: string; width: number; calls?: number },
): Promise<string[]> {
  const keys: string[] = []
  for (let spans: Span[] = [{ after: '', before: null }]; spans.length > 0; ) {
    const some = async (of: readonly Span[], mostCalls: number) => {
      const found: string[] = []
      const take = (files: { Key: string }[]) => void found.push(...files.map(({ Key }) => Key))
      const { left } = await scanKeys(list, { ...how, spans: of, mostCalls }, take)
      return { found: found.sort(inOrder), left }
    }
    const { found, left } = await some(spans, calls)
    expect((await some(withoutSpans(spans, left), Number.POSITIVE_INFINITY)).found).toEqual(found)
    keys.push(...found)
    spans = left
  }
  return keys.sort(inOrder)
}

const names = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).filter(key => key.isWellFormed()),
  fc
    .tuple(fc.constantFrom('ảnh/', 'ảnh/2026/', 'ẢNH', ''), fc.nat(99))
    .map(([folder, at]) => `${folder}${at}`),
)

test('every key is found once, whatever the keys are, however late pages come, and wherever a scan ends', async () => {
  const late = fc.array(fc.nat(5), { minLength: 1, maxLength: 20 })
  const all = fc.record({
    ...{ keys: fc.uniqueArray(names, { maxLength: 60 }), prefix: fc.constantFrom('', 'ảnh/'), late },
    ...{ width: fc.integer({ min: 1, max: 8 }), size: fc.integer({ min: 1, max: 5 }) },
    calls: fc.integer({ min: 1, max: 80 }),
  })
  await fc.assert(
    fc.asyncProperty(all, async ({ keys, prefix, late, width, size, calls }) => {
      let call = 0
      const { list, sorted } = listing(keys, prefix, { size, turns: () => late[call++ % late.length]! })
      expect(await scan(list, { prefix, width, calls })).toEqual(sorted)
    }),
  )
})

test.each([
  ['numbered names', (at: number) => `ảnh_${String(at).padStart(5, '0')}.jpg`],
  ['names by chance', (at: number) => ((at * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')],
  ['names in folders', (at: number) => `năm/${2015 + (at % 10)}/${(at % 12) + 1}/${at}.pdf`],
])('of %s most are listed beside others, with few requests more', async (_kind, name) => {
  const { list, asked, sorted } = listing(
    Array.from({ length: 4000 }, (_, at) => name(at)),
    '',
    { size: 20 },
  )
  let [running, most] = [0, 0]
  const counted: ListAfter = async after => {
    running += 1
    most = Math.max(most, running)
    const page = await list(after)
    running -= 1
    return page
  }
  const keys: string[] = []
  const how = { prefix: '', width: 8, spans: [{ after: '', before: null }], mostCalls: 1000 }
  await scanKeys(counted, how, files => void keys.push(...files.map(({ Key }) => Key)))
  expect(keys.sort(inOrder)).toEqual(sorted)
  expect(most).toBe(8)
  expect(asked.length).toBeLessThan(2 * 200)
})

test('a failure is thrown', async () => {
  const { list } = listing(
    Array.from({ length: 1000 }, (_, at) => `tệp-${at}`),
    '',
  )
  const failing: ListAfter = async after => {
    if (after > 'tệp-5') throw new Error('The storage is away.')
    return list(after)
  }
  await expect(scan(failing, { prefix: '', width: 4 })).rejects.toThrow('The storage is away.')
})
