import { execFileSync, spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeZipSlots, prepareZip } from '../../server/operations/zip.ts'
import { openObject } from '../../server/storage/zip-entries.ts'
import { addDownload, pruneDownloads, takeDownload } from '../../server/store/downloads.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { type ZipEntry, ZipLength } from '../../server/zip/layout.ts'
import { ZipNames } from '../../server/zip/names.ts'
import { zipStream } from '../../server/zip/stream.ts'
import { problem, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

const dir = mkdtempSync(join(tmpdir(), 'kho-zip-'))
afterAll(() => rmSync(dir, { recursive: true }))
const hasUnzip = spawnSync('which', ['unzip']).status === 0

/** Checks an archive with Info-ZIP, and gives its names in order. */
function unzipped(bytes: Uint8Array): { names: string[]; read(name: string): string } {
  const file = join(dir, `${Math.random()}.zip`)
  writeFileSync(file, bytes)
  execFileSync('unzip', ['-tqq', file])
  const names = execFileSync('unzip', ['-Z1', file], { maxBuffer: 2 ** 26, env: { LC_ALL: 'C.UTF-8' } })
  const read = (name: string) =>
    execFileSync('unzip', ['-p', file, name], { env: { LC_ALL: 'C.UTF-8' } }).toString()
  return { names: names.toString().trimEnd().split('\n'), read }
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

test.each([
  ['prepare', 3],
  ['download', 16],
] as const)('the users of an account take turns to %s archives; others are not held up', (kind, most) => {
  const take = makeZipSlots()[kind]
  const users = Array.from({ length: 20 }, (_, place) => ({ id: `phụ ${place}`, accountId: 'một' }))
  const [last, ...rest] = users.slice(0, most).map(user => take(user))
  for (const user of users) expect(() => take(user)).toThrow('Too Many Requests')
  take({ id: 'khác', accountId: 'hai' })
  last!()
  last!()
  take(users[19]!)()
  for (const release of rest) release()
  for (const user of users.slice(0, most)) take(user)
  expect(() => take(users[19]!)).toThrow('Too Many Requests')
})

describe('an archive', () => {
  beforeEach(context => {
    if (!hasUnzip) context.skip('unzip is not installed')
  })

  const entry = (name: string, size = 0): ZipEntry => ({
    name: Buffer.from(name),
    size,
    modified: 1_767_225_600,
  })
  const lengthOf = (entries: readonly ZipEntry[]) => {
    const length = new ZipLength()
    for (const one of entries) length.add(one)
    return length.total
  }
  const bytesOf = async ({ size }: ZipEntry) => each([Buffer.alloc(size, 'kho')])

  test('of 70,000 entries has the length that was counted, in Zip64 [V1.4.2]', async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => entry(`thư mục/${index}.txt`, index % 3))
    const bytes = await joined(zipStream(each(entries), bytesOf, lengthOf(entries)))
    expect(bytes.length).toBe(lengthOf(entries))
    expect(unzipped(bytes).names).toEqual(entries.map(({ name }) => name.toString()))
  })

  test.each([
    ['a file that is shorter than was listed', 4],
    ['a file that is longer', 6],
  ])('breaks off at %s', async (_name, real) => {
    const entries = [entry('a', 5)]
    const open = async () => each([Buffer.alloc(real)])
    await expect(joined(zipStream(each(entries), open, lengthOf(entries)))).rejects.toThrow('another size')
  })

  test('breaks off where the listing differs from the one that was counted', async () => {
    const two = [entry('a', 5), entry('b', 5)]
    await expect(joined(zipStream(each(two), bytesOf, lengthOf(two.slice(1))))).rejects.toThrow('more')
    await expect(joined(zipStream(each(two.slice(1)), bytesOf, lengthOf(two)))).rejects.toThrow('less')
  })

  test('opens few files at once, and none long before its turn', async () => {
    let opened = 0
    let open = 0
    let most = 0
    const entries = Array.from({ length: 50 }, (_, index) => entry(`${index}`, 10))
    const source = async ({ size }: ZipEntry) => {
      opened += 1
      open += 1
      most = Math.max(most, open)
      return (async function* () {
        yield Buffer.alloc(size)
        open -= 1
      })()
    }
    const pieces = zipStream(each(entries), source, lengthOf(entries))
    expect(opened).toBe(0)
    await joined(pieces)
    expect(opened).toBe(50)
    expect(most).toBeLessThanOrEqual(4)
  })
})

test('a file whose connection breaks three times is read on to its end, and not a fourth time', async () => {
  const whole = '0123456789'
  const starts: number[] = []
  const read = async (piece: number) => {
    async function* some(from: number) {
      starts.push(from)
      yield Buffer.from(whole.slice(from, from + piece))
      if (from + piece < whole.length) throw new Error('cut')
    }
    const source = {
      client: null,
      keys: null,
      readHere: async (_: unknown, { from }: { from: number }) => some(from),
    }
    const bytes = await openObject(source as never, 'b', { key: 'k', etag: 'e', size: 10 } as never)
    let text = ''
    for await (const each of bytes) text += each
    return text
  }
  expect(await read(3)).toBe(whole)
  expect(starts.splice(0)).toEqual([0, 3, 6, 9])
  await expect(read(2)).rejects.toThrow('cut')
  expect(starts).toEqual([0, 2, 4, 6])
})

test('names are safe to unpack and unique [V1.3.3, V5.3.2]', () => {
  const names = new ZipNames()
  const paths = [
    '../../etc/passwd',
    '/abs',
    'a//b',
    'C:/x',
    'b\\c',
    'd\u202etxt',
    'e',
    'e/f',
    'G.txt',
    'g.TXT',
    'h/',
    'h/',
    '',
  ]
  expect(paths.map(path => names.add(path))).toEqual([
    ...['___/___/etc/passwd', '_/abs', 'a/_/b', 'C_/x', 'b_c', 'd_txt', 'e', 'e (2)/f'],
    ...['G.txt', 'g (2).TXT', 'h/', null, null],
  ])
})

test('names can be created on Windows, macOS and Linux', () => {
  const names = new ZipNames()
  const named: Record<string, string> = {
    'báo cáo 12:30.txt': 'báo cáo 12_30.txt',
    'why?.txt': 'why_.txt',
    'why*.txt': 'why_ (2).txt',
    '<a>|"b".txt': '_a___b_.txt',
    'dot.': 'dot_',
    'space ': 'space_',
    'trail. /x': 'trail._/x',
    CON: '_CON',
    'aux.txt': '_aux.txt',
    'nul/y.txt': '_nul/y.txt',
    'NUL.tar.gz': '_NUL.tar.gz',
    'prn .x': '_prn .x',
    'com0/lpt9': '_com0/_lpt9',
    'COM¹.log': '_COM¹.log',
    conin$: '_conin$',
    'CONOUT$.txt': '_CONOUT$.txt',
    'con mèo.jpg': 'con mèo.jpg',
    com10: 'com10',
    'console.txt': 'console.txt',
    '.env': '.env',
  }
  expect(Object.fromEntries(Object.keys(named).map(path => [path, names.add(path)]))).toEqual(named)
})

test('names longer than 255 bytes are cut before the extension at a whole character, and stay unique', () => {
  const names = new ZipNames()
  const folder = 'ế'.repeat(100)
  const e = 'e\u0302\u0301'
  const paths = [
    `${folder}/a`,
    `${'x'.repeat(251)}.txt`,
    `${'x'.repeat(252)}.txt`,
    `${'x'.repeat(253)}.txt`,
    `${e.repeat(60)}.pdf`,
    `${'👩‍👩‍👧'.repeat(20)}`,
    `e${'\u0301'.repeat(200)}`,
    `y.${'z'.repeat(300)}`,
    `${'w'.repeat(254)} w`,
    `con${' '.repeat(300)}k.txt`,
  ]
  expect(paths.map(path => names.add(path))).toEqual([
    `${'ế'.repeat(85)}/a`,
    `${'x'.repeat(251)}.txt`,
    `${'x'.repeat(242)} (2).txt`,
    `${'x'.repeat(242)} (3).txt`,
    `${e.repeat(50)}.pdf`,
    '👩‍👩‍👧'.repeat(14),
    `e${'\u0301'.repeat(127)}`,
    `y.${'z'.repeat(253)}`,
    `${'w'.repeat(254)}_`,
    `_con${' '.repeat(246)}_.txt`,
  ])
})

test('names are the same where paths come in the order of a listing, and folders that were left are forgotten', () => {
  const paths = ['A/', 'A/x', 'a/', 'a/b/c/d', 'a/b/e', 'a/f', 'b', 'b/b', 'b/b/', 'c/d/e', 'c/f']
  const [all, listed] = [new ZipNames(), new ZipNames()]
  expect(paths.map(path => listed.addListed(path))).toEqual(paths.map(path => all.add(path)))
  expect(listed.addOwn('c/', 'c')).toBe('c/c')
  expect(listed.addOwn('c/', 'c')).toBe('c/c (2)')
})

test('ten thousand names that differ in case only are as fast as others', () => {
  const names = new ZipNames()
  const letters = [...'tailieudinhkems']
  const made = Array.from({ length: 2 ** letters.length }, (_, at) =>
    names.add(
      `${letters.map((letter, bit) => (at & (1 << bit) ? letter.toUpperCase() : letter)).join('')}.txt`,
    ),
  )
  expect(new Set(made.map(name => name?.toLowerCase())).size).toBe(2 ** letters.length)
  expect(made.at(-1)).toBe('TAILIEUDINHKEMS (32768).txt')
})

test('ten thousand pairs of names that are equal only once they are cut for their number are as fast as others', () => {
  const names = new ZipNames()
  const long = 'x'.repeat(247)
  const made = Array.from({ length: 10_000 }, (_, at) => {
    const end = String(at).padStart(8, '0')
    return [names.add(long + end), names.add(long.toUpperCase() + end)]
  })
  expect(made.at(-1)).toEqual([`${long}00009999`, `${'X'.repeat(246)} (10001)`])
})

onEachStorage((kind, prepare) => {
  const bucket = 'nen-tep'
  const files: Record<string, string> = {
    'Tết/múa lân.txt': 'rồng',
    'Tết/ảnh/a b+c%.txt': 'ảnh',
    'Tết/ảnh/rỗng.txt': '',
    'Tết/ảnh/lớn.bin': 'k'.repeat(700_000),
    'Tết/../ngoài.txt': 'ngoài',
    'ghi chú.txt': 'ghi',
  }
  let console: TestConsole
  let visitor: Visitor
  let other: Visitor
  let client: S3
  let userId: string
  let accountId: string
  let ownerEmail: string

  prepare(async started => {
    console = started.console
    const people = await makePeople(console)
    const owner = await people.owner('chu')
    userId = owner.id
    accountId = owner.accountId
    ownerEmail = owner.email
    visitor = await people.visit(owner)
    other = await people.visit(await people.subUser(owner, 'doc', 'read'))
    client = await clientOf(console, owner)
    expect((await request(visitor, 'createBucket', { body: { bucket } })).status).toBe(201)
    for (const [Key, Body] of Object.entries(files)) await client.putObject({ Bucket: bucket, Key, Body })
    await client.putObject({ Bucket: bucket, Key: 'Tết/trống/', Body: '' })
  })
  beforeEach(context => {
    if (!hasUnzip) context.skip('unzip is not installed')
  })

  type Made = { url: string; size: number; entries: number; files: number }
  async function make(body: object): Promise<Made> {
    const answer = await request(visitor, 'createZip', { body: { keys: [], folders: [], bucket, ...body } })
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ url: expect.any(String) })])
    return answer.body as Made
  }
  const get = (url: string, who = visitor, method = 'GET') =>
    fetch(console.url + url, { method, headers: { cookie: who.cookie ?? '' } })

  test('a folder and a file are downloaded as one archive of the announced length, once and by their user only [V3.5.3]', async () => {
    const {
      url,
      size,
      entries,
      files: count,
    } = await make({
      keys: ['ghi chú.txt', 'Tết/múa lân.txt', 'Tết/ảnh/lớn.bin'],
      folders: ['Tết/ảnh/', 'Tết/'],
    })
    expect([entries, count]).toEqual([7, 6])
    expect((await get(url, other)).status).toBe(404)
    expect((await get(url, visitor, 'HEAD')).status).toBe(404)
    const answer = await get(url)
    expect(Number(answer.headers.get('content-length'))).toBe(size)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(size)
    const { names, read } = unzipped(bytes)
    expect(names.toSorted()).toEqual(
      [
        ...Object.keys(files).filter(key => !key.includes('..')),
        'Tết/___/ngoài.txt',
        'Tết/trống/',
      ].toSorted(),
    )
    expect(read('Tết/ảnh/a b+c%.txt')).toBe('ảnh')
    expect(read('Tết/ảnh/lớn.bin').length).toBe(700_000)
    expect((await get(url)).status).toBe(404)
  })

  test('the bytes of an object whose key ends in a slash are counted, and are a file in the folder', async () => {
    const own = { Bucket: bucket, Key: 'riêng/', Body: 'của chính nó' }
    await client.putObject(own)
    await client.putObject({ ...own, Key: 'riêng/riêng', Body: 'con' })
    const values = { bucket, prefix: 'riêng/' }
    const bytes = Buffer.byteLength('của chính nó') + 3
    expect((await request(visitor, 'countObjects', { values })).body).toMatchObject({ files: 2, bytes })
    const { url, files } = await make({ folders: ['riêng/'] })
    expect(files).toBe(2)
    const { names, read } = unzipped(Buffer.from(await (await get(url)).arrayBuffer()))
    expect(names.map(name => [name, read(name)])).toEqual([
      ['riêng/riêng', 'của chính nó'],
      ['riêng/riêng (2)', 'con'],
    ])
    const alone = await make({ prefix: 'riêng/', keys: ['riêng/', 'riêng/riêng'] })
    const unpacked = unzipped(Buffer.from(await (await get(alone.url)).arrayBuffer()))
    expect(unpacked.names.map(name => [name, unpacked.read(name)])).toEqual([
      ['riêng', 'của chính nó'],
      ['riêng (2)', 'con'],
    ])
  })

  test('a user has two archives prepared and four sent at once; a link that is refused so long can be used later [V2.4.1]', async () => {
    const { zipSlots } = console.kho.services
    const { url } = await make({ folders: ['Tết/'] })
    const take = (kind: 'prepare' | 'download', count: number) =>
      Array.from({ length: count }, () => zipSlots[kind]({ id: userId, accountId }))
    const preparing = take('prepare', 2)
    const body = { bucket, keys: [], folders: ['Tết/'] }
    const busy = { status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 10 }
    expect(problem(await request(visitor, 'createZip', { body }))).toEqual(busy)
    expect((await request(other, 'createZip', { body })).status).toBe(201)
    for (const release of preparing) release()
    await make(body)
    const sending = take('download', 4)
    expect((await get(url)).status).toBe(429)
    for (const release of sending) release()
    const archive = await get(url)
    expect(archive.status).toBe(200)
    await archive.arrayBuffer()
    // Each is released when it ends, or its client leaves.
    for (let count = 0; count < 5; count += 1) {
      const again = await get((await make(body)).url)
      expect(again.status).toBe(200)
      await again.body!.cancel()
    }
  })

  test('a user has twenty links that were not used; another one ends the oldest', async () => {
    const { db } = console.kho.services
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    for (let at = 0; at < 21; at += 1)
      await addDownload(db, { hash: `link ${at}`, userId, expiresAt: 2e9 + at, selection: '{}', size: 0 })
    const take = (at: number) => takeDownload(db, `link ${at}`, userId, 0)
    expect([await take(0), await take(1)]).toEqual([null, { selection: '{}', size: 0 }])
    // They would end those of later tests.
    await pruneDownloads(db, 3e9)
  })

  test('what a client no longer waits for is not prepared [V15.2.2]', async () => {
    const { services } = console.kho
    const user = (await findUserByEmail(services.db, ownerEmail))!
    const wanted = { bucket, prefix: '', keys: [], folders: ['Tết/'] }
    await expect(prepareZip(services, user, wanted, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('a client that leaves while its request waits for its turn has nothing prepared', async context => {
    if (kind !== 'embedded') return context.skip('only the embedded engine tells its requests at once')
    const { admin, db, zipSlots } = console.kho.services
    const { storageUid } = (await findUserByEmail(db, ownerEmail))!
    const hour = Math.floor(Date.now() / 3_600_000)
    const lists = async () =>
      (await admin.traffic(storageUid, hour - 1, hour + 2))!.find(
        row => row.bucket === bucket && row.kind === 'list',
      )?.good ?? 0
    const { host, hostname, port, origin } = new URL(console.url)
    const headers = { cookie: visitor.cookie!, origin, 'content-type': 'application/json' }
    const bodyOf = (count: number) =>
      JSON.stringify({
        bucket,
        folders: Array.from({ length: count }, (_, at) => `${at}/`.padStart(1000, 'x')),
      })
    const before = await lists()
    const socket = connect(Number(port), hostname)
    const all = { host, ...headers, 'content-length': Buffer.byteLength(bodyOf(900)) }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    await new Promise(sent =>
      socket.write(`POST /api/objects/zip HTTP/1.1\r\n${lines.join('')}\r\n${bodyOf(900)}`, sent),
    )
    socket.destroy()
    // Whoever comes later has a later turn.
    const later = { method: 'POST', headers, body: bodyOf(40) }
    expect((await fetch(`${console.url}/api/objects/zip`, later)).status).toBe(404)
    const user = { id: userId, accountId }
    const release = [zipSlots.prepare(user), zipSlots.prepare(user)]
    for (const each of release) each()
    expect((await lists()) - before).toBeLessThan(80)
  })

  test('names in the archive are relative to the folder it was made in', async () => {
    const { url } = await make({ prefix: 'Tết/', keys: ['Tết/múa lân.txt'], folders: ['Tết/ảnh/'] })
    const answer = await get(url)
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('Tết.zip'))
    const { names } = unzipped(Buffer.from(await answer.arrayBuffer()))
    expect(names.toSorted()).toEqual(
      ['múa lân.txt', 'ảnh/a b+c%.txt', 'ảnh/rỗng.txt', 'ảnh/lớn.bin'].toSorted(),
    )
  })

  test('a changed or deleted file cuts the connection, or is an error response where no byte was sent', async () => {
    const Key = 'đổi.bin'
    const put = (letter: string) => client.putObject({ Bucket: bucket, Key, Body: letter.repeat(1_000_000) })
    const remove = () => client.deleteObject({ Bucket: bucket, Key })
    for (const [change, code] of [
      [() => put('b'), 'OBJECT_CHANGED'],
      [remove, 'OBJECT_NOT_FOUND'],
    ] as const) {
      await put('a')
      const after = await make({ keys: ['Tết/ảnh/lớn.bin', Key] })
      const first = await make({ keys: [Key] })
      await change()
      await expect(get(after.url).then(answer => answer.arrayBuffer())).rejects.toThrow()
      expect(await (await get(first.url)).json()).toMatchObject({ code })
    }
  })

  test('files of the embedded engine are read without an HTTP request', async context => {
    if (kind === 'rgw') return context.skip('RGW runs elsewhere')
    const paths: string[] = []
    const note = (message: unknown) => {
      const { method, url = '' } = (message as { request: IncomingMessage }).request
      if (method === 'GET' && url.startsWith(`/${bucket}/`)) paths.push(url)
    }
    subscribe('http.server.request.start', note)
    const { url } = await make({ folders: ['Tết/'] })
    const archive = unzipped(Buffer.from(await (await get(url)).arrayBuffer()))
    unsubscribe('http.server.request.start', note)
    expect(archive.read('Tết/múa lân.txt')).toBe('rồng')
    expect(paths.filter(path => !path.includes('list-type=2'))).toEqual([])
  })

  test('a damaged file of the embedded engine cuts the connection', async context => {
    if (kind === 'rgw') return context.skip('the files of RGW are not ours')
    const body = Buffer.alloc(2_000_000, 'nguyên vẹn ')
    await client.putObject({ Bucket: bucket, Key: 'hỏng.bin', Body: body })
    const { url } = await make({ keys: ['hỏng.bin'] })
    const blobs = readdirSync(join(console.dataDir, 's3', 'data'), { recursive: true, withFileTypes: true })
      .filter(found => found.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const stored = blobs.map(path => ({ path, bytes: readFileSync(path) }))
    const damaged = stored.find(({ bytes }) => bytes.subarray(0, body.length).equals(body))
    damaged!.bytes[1_500_000] = 0
    writeFileSync(damaged!.path, damaged!.bytes)
    const answer = await get(url)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  test('files that do not exist or are not below the prefix are refused', async () => {
    const ask = async (body: object) =>
      problem(await request(visitor, 'createZip', { body: { bucket, keys: [], folders: [], ...body } })).code
    expect(await ask({ keys: ['không có'] })).toBe('OBJECT_NOT_FOUND')
    expect(await ask({ folders: ['không có/'] })).toBe('OBJECT_NOT_FOUND')
    expect(await ask({ prefix: 'Tết/', keys: ['ghi chú.txt'] })).toBe('INVALID_REQUEST')
    expect(await ask({ bucket: 'khong-co-dau', folders: ['a/'] })).toBe('BUCKET_NOT_FOUND')
  })
})
