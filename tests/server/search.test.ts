import { describe, expect, test } from 'vitest'
import { nameWords } from '../../domain/name-search.ts'
import type { FoundObjects, ObjectPage } from '../../openapi/schema.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { type ScanPosition, scanNames } from '../../server/storage/search-objects.ts'
import { problem } from './support/console.ts'
import { files, type Limited, makeLimited, ok } from './support/limited.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage, onEmbedded, type StorageConsole } from './support/storages.ts'
import { shared, sharedConsole } from './support/with-console.ts'

type Asked = Record<string, unknown>
type Asking = Limited['owners']['visitor']

/** Without a bucket and a sort, which the contract's example has. */
const ask = (who: Asking, body: Asked) =>
  request(who, 'searchObjects', { body: { bucket: undefined, sort: undefined, ...body } })

/** All pages, as `bucket/key`. */
const namesOf = async (who: Asking, body: Asked) => {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: FoundObjects = await ok(ask(who, { limit: 2, ...body, ...(cursor && { cursor }) }))
    names.push(...page.results.map(({ bucket, key }) => `${bucket}/${key}`))
    cursor = page.next_cursor
  } while (cursor)
  return names
}

/** The same of an index and of a listing. */
function tests(prepare: (use: (started: StorageConsole) => Promise<void>) => void, indexed: boolean) {
  let make: Limited
  prepare(async started => {
    make = await makeLimited(started)
  })

  test('files are found in a folder, in a bucket and in all buckets of the account', async () => {
    const bucket = await make.bucketOf('kho-tim')
    const second = await make.bucketOf('kho-tim-2')
    const { visitor } = make.owners
    const all = (await namesOf(visitor, { query: 'txt' })).filter(name => name.startsWith('kho-tim'))
    expect(all.toSorted()).toEqual(
      [bucket, second].flatMap(name => files.map(key => `${name}/${key}`)).sort(),
    )
    const sorted = async (body: Asked) => (await namesOf(visitor, { bucket, ...body })).sort()
    expect(await sorted({ query: 'cuoi ANH' })).toEqual([`${bucket}/${files[1]}`])
    expect(await sorted({ query: '*.txt', prefix: 'ảnh/' })).toEqual([
      `${bucket}/${files[0]}`,
      `${bucket}/${files[1]}`,
    ])
    expect(await sorted({ query: 'goc', size_from: 5, size_to: 100 })).toEqual([`${bucket}/gốc.txt`])
    expect(await sorted({ query: '', size_to: 4 })).toEqual([])
    expect(await sorted({ query: '', modified_to: 1 })).toEqual([])
    expect(await sorted({ query: '', modified_from: 1, storage_class: 'STANDARD' })).toHaveLength(4)
    expect(await sorted({ query: '', storage_class: 'GLACIER' })).toEqual([])
    expect(await sorted({ query: '', kind: 'document' })).toHaveLength(4)
    expect(await sorted({ query: '', kind: 'image' })).toEqual([])
    const tag = { key: 'nhà', value: 'ngoại' }
    const tagged = {
      Bucket: bucket,
      Key: files[2]!,
      Tagging: { TagSet: [{ Key: tag.key, Value: tag.value }] },
    }
    await make.owners.s3.putObjectTagging(tagged)
    if (indexed) {
      expect(await sorted({ query: 'txt', tag })).toEqual([`${bucket}/${files[2]}`])
      expect(await sorted({ query: '', tag: { key: tag.key } })).toEqual([`${bucket}/${files[2]}`])
      expect(await sorted({ query: '', tag: { ...tag, value: 'nội' } })).toEqual([])
    } else expect(problem(await ask(visitor, { query: '', bucket, tag })).code).toBe('NOT_SUPPORTED')
    const largest = await namesOf(visitor, { query: '', bucket, sort: 'largest' })
    const bytes = (name: string) => Buffer.byteLength(name)
    expect(largest.map(bytes)).toEqual(largest.map(bytes).toSorted((a, b) => b - a))
  })

  test('a row is as a list shows it, and an answer says how far it looked', async () => {
    const bucket = await make.bucketOf('kho-dong')
    const { visitor } = make.owners
    const { results, ...rest } = await ok<FoundObjects>(ask(visitor, { query: 'goc', bucket }))
    const { items } = await ok<ObjectPage>(request(visitor, 'listObjects', { values: { bucket } }))
    const { type: _, name: __, ...row } = items.find(({ key }) => key === 'gốc.txt')!
    expect(results).toEqual([{ bucket, ...row }])
    expect(rest).toMatchObject({ next_cursor: null, complete: true, indexed: indexed ? 1 : null })
    expect(rest.looked_at).toBeGreaterThan(0)
  })

  test('people find what they may list: by level, by folders, and not the files of another account', async () => {
    const bucket = await make.bucketOf('kho-quyen')
    const second = await make.bucketOf('kho-quyen-2')
    const mine = (names: string[]) => names.filter(name => name.startsWith('kho-quyen')).sort()
    const whole = await make.limited('doc-het', 'read', null)
    expect(mine(await namesOf(whole.visitor, { query: '' }))).toHaveLength(8)
    const scope = [
      { bucket, prefix: 'ảnh/cưới/' },
      { bucket: second, prefix: 'khác/' },
    ]
    const limited = await make.limited('doc-thu-muc', 'full-control', scope)
    const within = [`${second}/${files[2]}`, `${bucket}/${files[1]}`]
    expect(await namesOf(limited.visitor, { query: 'txt' }).then(names => names.sort())).toEqual(within)
    expect(await namesOf(limited.visitor, { query: '', bucket })).toEqual([within[1]])
    expect(await namesOf(limited.visitor, { query: '', bucket, prefix: 'ảnh/' })).toEqual([within[1]])
    for (const body of [{ bucket, prefix: 'khác/' }, { bucket: 'kho-khac' }])
      expect(problem(await ask(limited.visitor, { query: '', ...body })).code).toBe('PERMISSION_DENIED')
    await ok(make.change(limited.subUser, { scope: [scope[1]!] }))
    expect(await namesOf(limited.visitor, { query: '' })).toEqual([within[0]])
    await ok(make.change(limited.subUser, { scope: [] }))
    expect(await namesOf(limited.visitor, { query: '' })).toEqual([])
    const writer = await make.limited('chi-ghi', 'write', null)
    expect(problem(await ask(writer.visitor, { query: '' })).code).toBe('PERMISSION_DENIED')
    const other = await make.people.owner('nguoi-khac')
    const theirs = await make.people.visit(other)
    expect(await namesOf(theirs, { query: '' })).toEqual([])
  })

  test('what is not a search is refused, and says why', async () => {
    const { visitor } = make.owners
    const bucket = await make.bucketOf('kho-sai')
    const refused = async (body: Asked) => {
      const { code, fields } = problem(await ask(visitor, body))
      return [code, fields?.[0]?.field]
    }
    const wrong = (field: string) => ['INVALID_REQUEST', field]
    expect(await refused({ query: 'x'.repeat(1001) })).toEqual(wrong('query'))
    expect(await refused({ query: 'a\ud800' })).toEqual(wrong('query'))
    expect(await refused({ query: 'a', prefix: 'b', bucket })).toEqual(wrong('prefix'))
    expect(await refused({ query: 'a', prefix: 'b/' })).toEqual(wrong('prefix'))
    expect(await refused({ query: 'a', limit: 1001 })).toEqual(wrong('limit'))
    expect(await refused({ query: 'a', kind: 'picture' })).toEqual(wrong('kind'))
    expect(await refused({ query: 'a', bucket: 'kho-khong-co' })).toEqual(['BUCKET_NOT_FOUND', undefined])
    const { next_cursor: cursor } = await ok<FoundObjects>(ask(visitor, { query: 'txt', limit: 1 }))
    expect(await refused({ query: 'another', cursor })).toEqual(wrong('cursor'))
    expect(await refused({ query: 'txt', cursor: 'x' })).toEqual(wrong('cursor'))
    const [, digest] = JSON.parse(Buffer.from(cursor!, 'base64url').toString()) as [string, string]
    for (const position of ['x', 'null', '[]', '{"from":"1"}', '{"from":1,"to":null,"after":"ab"}']) {
      const forged = Buffer.from(JSON.stringify([position, digest])).toString('base64url')
      expect(await refused({ query: 'txt', cursor: forged })).toEqual(wrong('cursor'))
    }
    for (const query of [
      'x'.repeat(1000),
      '%',
      '"',
      "'",
      '\u0000\u001f\n',
      '*',
      '**',
      `${'*a'.repeat(500)}`,
      '" OR "',
    ])
      expect((await ask(visitor, { query, bucket })).status).toBe(200)
  })
}

onEachStorage((kind, prepare) => tests(use => prepare(use), kind === 'embedded'))

describe('on the embedded engine without an index of names', () => {
  tests(use => {
    const started = shared(
      () => onEmbedded({ KHO_S3_NAME_INDEX: '0' }),
      ({ stop }) => stop(),
    )
    shared(async () => {
      await use(started)
      return {}
    })
  }, false)
})

const console = sharedConsole()

test('fifty searches at once of one account end soon: some are answered, the others are told to wait', async () => {
  const { visitor } = (await makeLimited({ console, endpoint: console.kho.s3Url! })).owners
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(visitor, { query: '*' })))
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 429]))
  const refused = answers.find(({ status }) => status === 429)!
  expect(problem(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS', retry_after: 10 })
  expect((await ask(visitor, { query: '*' })).status).toBe(200)
})

describe('a listing of many parts', () => {
  test.each(['best', 'newest', 'largest'] as const)(
    'leads to every file once, by %s, in all of its folders',
    async order => {
      const people = await makePeople(console)
      const owner = await people.owner(`phan-${order}`)
      const visitor = await people.visit(owner)
      const client = await clientOf(console, owner)
      const roots = [`kho-${order}-1`, `kho-${order}-2`].map(bucket => ({ bucket, prefix: 'năm/' }))
      const names = Array.from({ length: 40 }, (_, at) => `năm/${at % 4}/tệp-${(at * 37) % 100}.txt`)
      for (const { bucket } of roots) {
        await ok(request(visitor, 'createBucket', { body: { bucket } }))
        await inTurns(8, names, Key => client.putObject({ Bucket: bucket, Key, Body: Key }))
      }
      const search = {
        ...{ roots, order, isNamed: true, words: nameWords('tep'), limit: 3, accepts: () => true },
        signal: new AbortController().signal,
      }
      const found: string[] = []
      for (let at: ScanPosition | null = null, ended = false; !ended; ended = at === null) {
        const page = await scanNames(client, { ...search, at }, { calls: 7, width: 3, keys: 2 })
        found.push(...page.results.map(({ bucket, key }) => `${bucket}/${key}`))
        at = JSON.parse(JSON.stringify(page.next)) as ScanPosition | null
        expect(page.complete || at !== null).toBe(true)
      }
      const all = roots.flatMap(({ bucket }) => names.map(name => `${bucket}/${name}`))
      expect(found.sort()).toEqual(all.sort())
    },
  )
})
