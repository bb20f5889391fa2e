import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { ObjectPage, SignedUrl, SignedUrls } from '../../openapi/schema.ts'
import { problem } from './support/console.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const KiB = 1024
const bucket = 'anh-gia-dinh'

const console = sharedConsole({ KHO_PART_SIZE: String(64 * KiB) }, { minPartSize: KiB })
const visitor = shared(() => console.signedIn())
beforeAll(async () => {
  await visitor.call('POST', '/bucket', { bucket })
})

async function post<T>(path: string, body: unknown, status = 200): Promise<T> {
  const answer = await visitor.call('POST', path, body)
  expect([path, answer.status]).toEqual([path, status])
  return answer.body as T
}

async function list(query: string): Promise<ObjectPage> {
  return (await visitor.call('GET', `/objects/paginate?bucket=${bucket}&${query}`)).body as ObjectPage
}

test('/objects/get-download-url (POST): files go up at the console and come down at the storage, each under its own name', async () => {
  const files = ['Tết 2026/a b+c%.txt', 'Tết 2026/😀#?.txt', '../up', 'a/..'].map(key => ({ key, size: 8 }))
  const { urls, expires_at } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
  expect(expires_at).toBe(Math.floor(console.clock.now / 1000) + 3600)
  for (const [i, url] of urls.entries()) {
    expect(new URL(url).origin).toBe(console.url)
    const answer = await fetch(url, {
      method: 'PUT',
      body: `content${i}`,
      headers: { 'content-type': 'text/x' },
    })
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  }
  for (const [i, { key }] of files.entries()) {
    const { url } = await post<SignedUrl>('/objects/get-download-url', { bucket, key })
    expect(new URL(url).origin).toBe(console.kho.s3Url)
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('text/x')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(await answer.text()).toBe(`content${i}`)
  }
  const keys = files.map(file => file.key)
  const gone = await visitor.call('DELETE', '/objects/delete', { bucket, keys })
  expect(gone.body).toEqual({ deleted: 4, failed: [] })
})

test('/objects/get-download-url (POST) with show: a browser shows the file as what its name says, and texts as plain text [V4.1.1]', async () => {
  const put = async (key: string, type: string) => {
    const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files: [{ key, size: 4 }] })
    await fetch(urls[0]!, { method: 'PUT', body: '<h1>', headers: { 'content-type': type } })
  }
  const shown = async (key: string, type: string) => {
    await put(key, type)
    const { url } = await post<SignedUrl>('/objects/get-download-url', { bucket, key, show: true })
    const { headers } = await fetch(url)
    return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]
  }
  expect([
    await shown('ảnh.PNG', 'text/html'),
    await shown('trang.html', 'text/html'),
    await shown('cũ.txt', 'text/plain; charset=windows-1258'),
  ]).toEqual([
    ['image/png', 'inline'],
    ['text/plain; charset=utf-8', 'inline'],
    ['text/plain; charset=windows-1258', 'inline'],
  ])
  await put('a.svg', 'image/svg+xml')
  const svg = await visitor.call('POST', '/objects/get-download-url', { bucket, key: 'a.svg', show: true })
  expect(problem(svg)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
})

test('the embedded engine says the CRC-32 of what arrives by the URLs of the console, for whole files and parts', async () => {
  const body = randomBytes(2 * KiB)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  const said = async (url: string) => {
    const answer = await fetch(url, { method: 'PUT', body })
    return [answer.status, answer.headers.get('x-amz-checksum-crc32')]
  }
  const file = { key: 'whole.bin', size: body.length }
  const whole = await post<SignedUrls>('/objects/get-put-urls', { bucket, files: [file] })
  const begun = await post<{ upload_id: string }>('/objects/start-upload', { bucket, ...file }, 201)
  const part = { bucket, key: file.key, upload_id: begun.upload_id, part_numbers: [1] }
  const parts = await post<SignedUrls>('/objects/get-upload-url', part)
  const expected = [200, sum.toString('base64')]
  expect([await said(whole.urls[0]!), await said(parts.urls[0]!)]).toEqual([expected, expected])
})

test('objects are never given out at the origin of the console [V3.2.1]', async () => {
  const [file] = [{ key: 'page.html', size: 4 }]
  const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files: [file] })
  await fetch(urls[0]!, { method: 'PUT', body: '<h1>' })
  const { url } = await post<SignedUrl>('/objects/get-download-url', { bucket, key: 'page.html' })
  const { pathname, search } = new URL(url)
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    const answer = await fetch(`${console.url}/s3${pathname}${search}`, { method })
    expect([method, answer.status]).toEqual([method, 405])
  }
  const moved = await fetch(`${console.url}${pathname}${search}`)
  expect(await moved.text()).not.toContain('<h1>')
})

test('/objects/start-upload, /objects/get-upload-url and /objects/complete-upload (POST): a file goes up in parts and is whole', async () => {
  const file = randomBytes(150 * KiB)
  const key = 'phim/múa lân.mp4'
  const begun = await post<{ upload_id: string; part_size: number }>(
    '/objects/start-upload',
    { bucket, key, size: file.length, content_type: 'video/mp4' },
    201,
  )
  expect(begun.part_size).toBe(64 * KiB)
  const upload = { bucket, key, upload_id: begun.upload_id }
  const { urls } = await post<SignedUrls>('/objects/get-upload-url', { ...upload, part_numbers: [1, 2, 3] })
  const parts: { part_number: number; size: number; etag: string; crc32: string | null }[] = []
  for (const [i, url] of urls.entries()) {
    const body = file.subarray(i * begun.part_size, (i + 1) * begun.part_size)
    const answer = await fetch(url, { method: 'PUT', body })
    const { headers } = answer
    const crc32 = headers.get('x-amz-checksum-crc32')
    parts.push({ part_number: i + 1, size: body.length, etag: headers.get('etag')!, crc32 })
  }
  const query = new URLSearchParams({ bucket, key, upload_id: begun.upload_id })
  expect((await visitor.call('GET', `/objects/upload-parts?${query}`)).body).toEqual({ parts })
  const chosen = parts.map(({ part_number, etag }) => ({ part_number, etag }))
  const { etag } = await post<{ etag: string }>('/objects/complete-upload', { ...upload, parts: chosen })
  const { items } = await list('prefix=phim/')
  expect(items).toEqual([
    {
      type: 'file',
      key,
      name: 'múa lân.mp4',
      size: file.length,
      last_modified: expect.any(Number),
      etag,
      storage_class: 'STANDARD',
    },
  ])
  const { url } = await post<SignedUrl>('/objects/get-download-url', { bucket, key })
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(file)).toBe(true)
})

test('/objects/abort-upload (POST): an upload that is given up, twice even, is gone', async () => {
  const begun = await post<{ upload_id: string }>('/objects/start-upload', { bucket, key: 'k', size: 1 }, 201)
  const upload = { bucket, key: 'k', upload_id: begun.upload_id }
  await post('/objects/abort-upload', upload, 204)
  await post('/objects/abort-upload', upload, 204)
  const query = new URLSearchParams(upload)
  expect(problem(await visitor.call('GET', `/objects/upload-parts?${query}`))).toEqual({
    status: 404,
    code: 'UPLOAD_NOT_FOUND',
  })
})

test('uploaded files must be smaller than 5GB: one of 5 GiB is refused before it is sent [V5.2.1]', async () => {
  const size = 5 * 1024 ** 3
  const tooLarge = { status: 413, code: 'FILE_TOO_LARGE' }
  const files = [
    { key: 'a', size: 1 },
    { key: 'b', size },
  ]
  expect(problem(await visitor.call('POST', '/objects/get-put-urls', { bucket, files }))).toEqual(tooLarge)
  const start = { bucket, key: 'b', size }
  expect(problem(await visitor.call('POST', '/objects/start-upload', start))).toEqual(tooLarge)
  expect((await visitor.call('POST', '/objects/start-upload', { ...start, size: size - 1 })).status).toBe(201)
})

test('/objects/create-folder (POST): folders are made, listed, searched and deleted', async () => {
  const made = await post('/objects/create-folder', { bucket, folder: 'album/Tết/' }, 201)
  const folder = {
    type: 'folder',
    key: 'album/Tết/',
    name: 'Tết/',
    size: null,
    last_modified: null,
    etag: null,
    storage_class: null,
  }
  expect(made).toEqual(folder)
  expect(await list('prefix=album/')).toEqual({ items: [folder], next_token: null, exists: true, live: true })
  expect(await list('prefix=album/&search=T%E1%BA%BF')).toEqual({
    items: [folder],
    next_token: null,
    exists: true,
    live: true,
  })
  expect(await list('prefix=none/')).toEqual({ items: [], next_token: null, exists: false, live: true })
  const gone = await visitor.call('DELETE', '/objects/delete-folder', { bucket, folder: 'album/' })
  expect(gone.body).toEqual({ deleted: 1, failed: [], job: null })
  expect(await list('prefix=album/')).toEqual({ items: [], next_token: null, exists: false, live: true })
})

test('/objects (GET list by bucket, query prefix) and /objects/paginate (query prefix, page_size, next_token) list a folder', async () => {
  const files = [1, 2, 3, 4, 5].map(at => ({ key: `trang/${at}.txt`, size: 1 }))
  const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
  for (const url of urls) expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
  const names = ({ items }: ObjectPage) => items.map(({ name }) => name)
  const whole = await visitor.call('GET', `/objects?bucket=${bucket}&prefix=trang/`)
  expect(names(whole.body as ObjectPage)).toEqual(['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'])
  const pages: string[][] = []
  let token: string | null = ''
  while (token !== null) {
    const page: ObjectPage = await list(
      `prefix=trang/&page_size=2${token && `&next_token=${encodeURIComponent(token)}`}`,
    )
    pages.push(names(page))
    token = page.next_token
  }
  expect(pages).toEqual([['1.txt', '2.txt'], ['3.txt', '4.txt'], ['5.txt']])
})

test('/objects/paginate (query sort): the whole folder by size, date or name, page by page; /objects/count knows all at once', async () => {
  const sizes = { 'b.txt': 3, 'a.txt': 5, 'd/x': 1, 'c.txt': 1, 'e/y': 9 }
  for (const [name, size] of Object.entries(sizes)) {
    const files = [{ key: `xếp/${name}`, size }]
    const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
    expect((await fetch(urls[0]!, { method: 'PUT', body: 'x'.repeat(size) })).status).toBe(200)
  }
  const pageOf = (sort: string, token: string | null) =>
    list(`prefix=xếp/&page_size=2&sort=${sort}${token ? `&next_token=${encodeURIComponent(token)}` : ''}`)
  const orders: Record<string, string> = {}
  for (const sort of ['name', '-name', 'size', '-size', 'modified', '-modified']) {
    const names: string[] = []
    let token: string | null = null
    do {
      const page: ObjectPage = await pageOf(sort, token)
      expect([sort, page.exists, page.sortable ?? false]).toEqual([
        sort,
        true,
        sort !== 'name' || page.next_token !== null,
      ])
      names.push(...page.items.map(({ name }) => name))
      token = page.next_token
    } while (token !== null)
    orders[sort] = names.join(' ')
  }
  expect(orders).toEqual({
    name: 'a.txt b.txt c.txt d/ e/',
    '-name': 'e/ d/ c.txt b.txt a.txt',
    size: 'd/ e/ c.txt b.txt a.txt',
    '-size': 'd/ e/ a.txt b.txt c.txt',
    modified: 'd/ e/ b.txt a.txt c.txt',
    '-modified': 'd/ e/ c.txt a.txt b.txt',
  })
  const { next_token } = await pageOf('size', null)
  expect(await pageOf('-size', next_token)).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [{ field: 'next_token', message: 'invalid' }],
  })
  const forged = async (token: unknown) => {
    const [, digest] = JSON.parse(Buffer.from(next_token!, 'base64url').toString()) as string[]
    const text = JSON.stringify([typeof token === 'string' ? token : JSON.stringify(token), digest])
    return (await pageOf('size', Buffer.from(text).toString('base64url'))) as unknown as { code: string }
  }
  for (const position of [{ folder: 'Tết 2026/' }, { value: 'x' }, { value: 1.5, seq: 0 }, [], 'no json'])
    expect([position, (await forged(position)).code]).toEqual([position, 'INVALID_REQUEST'])
  const count = await visitor.call('GET', `/objects/count?bucket=${bucket}&prefix=xếp/`)
  expect(count.body).toEqual({ files: 5, bytes: 19, next_token: null })
  expect(await list('prefix=none/&sort=size')).toMatchObject({ items: [], exists: false })
})

test('/objects/paginate: from a number, a name, a size or a date on, and on to both sides', async () => {
  const files = ['an', 'bình', 'Chi', 'dũng', 'em'].map((name, at) => ({ key: `chỗ/${name}`, size: at + 1 }))
  const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
  for (const [at, url] of urls.entries())
    expect((await fetch(url, { method: 'PUT', body: 'x'.repeat(at + 1) })).status).toBe(200)
  const page = async (query: string) => {
    const page: ObjectPage = await list(`prefix=chỗ/&page_size=2&${query}`)
    return { ...page, names: page.items.map(({ name }) => name).join(' ') }
  }
  const beside = (token: string | null | undefined) => `next_token=${encodeURIComponent(token!)}`
  const middle = await page('position=1')
  expect(middle).toMatchObject({ names: 'an bình', position: 1, total: 5, sortable: true, exists: true })
  expect(await page(beside(middle.next_token))).toMatchObject({
    names: 'dũng em',
    position: 3,
    next_token: null,
  })
  expect(await page(beside(middle.previous_token))).toMatchObject({
    ...{ names: 'Chi', position: 0, previous_token: null },
  })
  expect(await page('from=c')).toMatchObject({ names: 'Chi an', position: 0 })
  expect(await page('from=e')).toMatchObject({ names: 'em', position: 4, previous_token: expect.any(String) })
  expect(await page('sort=-size&from_value=2')).toMatchObject({ names: 'bình an', position: 3 })
  expect(await page(`sort=modified&from_value=${9e9}`)).toMatchObject({ names: '', position: 5 })
  expect(await page('position=9')).toMatchObject({ names: 'em', position: 4 })
  const notThat = { code: 'INVALID_REQUEST', fields: [{ field: 'next_token', message: 'invalid' }] }
  expect(await list(`prefix=khác/&${beside(middle.next_token)}`)).toMatchObject(notThat)
  const forged = async (token: object) => {
    const [, digest] = JSON.parse(Buffer.from(middle.next_token!, 'base64url').toString()) as string[]
    const text = Buffer.from(JSON.stringify([JSON.stringify(token), digest])).toString('base64url')
    return list(`prefix=chỗ/&next_token=${text}`)
  }
  const outside = await forged({ beside: 'after', place: { segment: 0, bound: 'a' } })
  expect(outside.items.map(({ key }) => key.slice(0, 4))).toEqual(Array(5).fill('chỗ/'))
  for (const place of [{ segment: 1, bound: null }, { segment: 0, bound: { value: 1, seq: 1 } }, {}])
    expect(await forged({ beside: 'before', place })).toMatchObject({ code: 'INVALID_REQUEST' })
})

test('/objects/delete (DELETE): files are deleted, and those beside them are not', async () => {
  const files = ['a', 'b', 'c'].map(name => ({ key: `bỏ/${name}.txt`, size: 1 }))
  const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
  for (const url of urls) expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
  const keys = ['bỏ/a.txt', 'bỏ/b.txt']
  const gone = await visitor.call('DELETE', '/objects/delete', { bucket, keys })
  expect([gone.status, gone.body]).toMatchObject([200, { failed: [] }])
  expect((await list('prefix=bỏ/')).items.map(({ key }) => key)).toEqual(['bỏ/c.txt'])
})

test('what is not there is told', async () => {
  const none = { status: 404, code: 'BUCKET_NOT_FOUND' }
  expect(problem(await visitor.call('GET', '/objects?bucket=none'))).toEqual(none)
  const files = [{ key: 'a', size: 1 }]
  const urls = await visitor.call('POST', '/objects/get-put-urls', { bucket: 'none', files })
  expect(problem(urls)).toEqual(none)
  const download = await visitor.call('POST', '/objects/get-download-url', { bucket, key: 'none' })
  expect(problem(download)).toEqual({ status: 404, code: 'OBJECT_NOT_FOUND' })
})

test('a bucket that the console opens takes files from its origin', async () => {
  await visitor.call('GET', `/objects?bucket=${bucket}`)
  const preflight = (origin: string) =>
    fetch(`${console.kho.s3Url}/${bucket}/a`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
  expect((await preflight(console.url)).headers.get('access-control-allow-origin')).toBe(console.url)
  expect((await preflight('http://evil.example')).status).toBe(403)
})

test('a thousand addresses of the longest keys come in one call', async () => {
  const files = Array.from({ length: 1000 }, (_, i) => ({
    key: `\u0001${i}`.padEnd(1024, '\u0001'),
    size: 1,
  }))
  const { urls } = await post<SignedUrls>('/objects/get-put-urls', { bucket, files })
  expect(urls.length).toBe(1000)
})
