import { type IncomingMessage, request as send } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Share } from '../../openapi/schema.ts'
import { downloadSlowly } from '../support/slow-download.ts'
import { problem, type Visitor } from './support/console.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { ownConsole, shared, sharedConsole, sharedMail } from './support/with-console.ts'

const log: string[] = []
const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_LOG_LEVEL: 'trace' }), {
  logTo: { write: line => log.push(line) },
})
const bucket = 'kho-chia-se'
const path = 'ảnh/Múa lân "2026".txt'
const text = 'Chúc mừng năm mới! '.repeat(100)
const large = 'phim.bin'
const largeBytes = Buffer.alloc(24 * 1024 ** 2, 'kho')

const made = shared(async () => {
  const people = await makePeople(console)
  const owner = await people.owner('an')
  const sub = await people.subUser(owner, 'binh', 'read')
  const other = await people.subUser(owner, 'chi', 'read')
  const visitor = await people.visit(owner)
  await ok(request(visitor, 'createBucket', { body: { bucket } }))
  const s3 = await clientOf(console, owner)
  await s3.putObject({ Bucket: bucket, Key: path, Body: text, ContentType: 'text/plain' })
  await s3.putObject({ Bucket: bucket, Key: large, Body: largeBytes })
  const visit = (person: Person) => people.visit(person)
  return { people, owner, sub, s3, visitor, of: { sub: await visit(sub), other: await visit(other) } }
})

beforeEach(async () => {
  const { db } = console.kho.services
  console.clock.now = Date.now()
  await db.deleteFrom('attempts').execute()
  await db.deleteFrom('shares').execute()
})

const plain = {
  ...{ path, expire_date: 0, password: undefined, download_limit: undefined, note: undefined },
  language: 'en',
}

async function share(body: object = {}, visitor: Visitor = made.visitor) {
  return ok<{ share: Share; url: string }>(
    request(visitor, 'createShare', { body: { bucket, ...plain, ...body } }),
  )
}

const change = (body: object, visitor: Visitor = made.visitor) =>
  request(visitor, 'changeShare', { body: { paused: undefined, ...body } })

async function list(visitor: Visitor = made.visitor): Promise<Share[]> {
  return (await ok<{ shares: Share[] }>(request(visitor, 'listShares'))).shares
}

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' })

async function enter(url: string, password: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ password })
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual' })
}

/** All that a guest is told, but for the headers that differ by request. */
async function told(answer: Response) {
  return { status: answer.status, headers: [...answer.headers.keys()].sort(), body: await answer.text() }
}

/** What a guest gets where there is no share. */
const nothing = async (path = '') => told(await get(`${console.url}/s/${'A'.repeat(32)}${path}`))

const records = async (action: string) =>
  console.kho.services.db
    .selectFrom('audit')
    .select(['user', 'target', 'data', 'address'])
    .where('action', '=', action as 'SHARE_CREATED')
    .orderBy('id')
    .execute()

describe('the page of a share', () => {
  test('shows name, size, note and text to a guest, and may run nothing', async () => {
    const { url, share: row } = await share({ note: 'Gửi <b>cả nhà</b>', expire_date: 1_924_992_000 })
    const answer = await get(url)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    const page = await answer.text()
    expect(page).toContain('Múa lân &#34;2026&#34;.txt')
    expect(page).toContain('Gửi &#60;b&#62;cả nhà&#60;/b&#62;')
    expect(page).toContain('Available until January 1, 2031')
    expect(page).toContain('Chúc mừng năm mới!')
    expect(page).toMatch(/og:title" content="Múa lân/)
    expect(page).not.toContain('<script')
    expect(await list()).toMatchObject([{ id: row.id, views: 1, downloads: 0, last_from: '127.0.0.0/24' }])
  })

  test('is in the language of the share, else in the guest’s', async () => {
    const english = await get((await share({ language: 'en' })).url, { 'accept-language': 'vi' })
    expect(await english.text()).toContain('<html lang="en-US"')
    const { url } = await share({ language: undefined })
    expect(await (await get(url, { 'accept-language': 'vi-VN,vi' })).text()).toContain('Tải xuống')
    expect(await (await get(url, { 'accept-language': 'en' })).text()).toContain('Download')
  })

  test('of a file that may only be looked at gives it to be shown alone', async () => {
    const { url } = await share({ mode: 'look' })
    expect((await get(`${url}/file`)).status).toBe(404)
    const shown = await get(`${url}/view`)
    expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(await shown.text()).toBe(text)
    const refused = await request(made.visitor, 'createShare', {
      body: { ...plain, bucket, path: large, mode: 'look' },
    })
    expect(problem(refused)).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ field: 'mode' }] })
  })

  test('never names its token in the log [V14.2.1]', async () => {
    const { url } = await share({ password: 'Pháo-hoa-2026' })
    await get(url)
    await enter(url, 'wrong')
    await get(`${url}/file`)
    await get(`${url}/x`)
    expect(log.join('\n')).toContain('"surface":"page"')
    expect(log.join('\n')).not.toContain(url.split('/s/')[1])
  })
})

describe('a download by a guest', () => {
  test('is whole, or the range that is asked, and known by its ETag', async () => {
    const { url } = await share()
    const whole = await get(`${url}/file`)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%BAa%20l%C3%A2n")
    expect(await whole.text()).toBe(text)
    const etag = whole.headers.get('etag')!
    const bytes = Buffer.from(text)
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=100-', 100, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
      [`bytes=10-${2 ** 40}`, 10, bytes.length],
    ] as const) {
      const part = await get(`${url}/file`, { range, 'if-range': etag })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${bytes.length}`,
      ])
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to))
    }
    expect((await get(`${url}/file`, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(`${url}/file`, { range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await get(`${url}/file`, { 'if-none-match': etag })).status).toBe(304)
    const head = await fetch(`${url}/file`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  test('is of the version that is shared, or of the current one', async () => {
    const versioned = 'kho-phien-ban'
    await ok(request(made.visitor, 'createBucket', { body: { bucket: versioned } }))
    const named = { Bucket: versioned, Key: 'a.txt' }
    await made.s3.putBucketVersioning({ Bucket: versioned, VersioningConfiguration: { Status: 'Enabled' } })
    const { VersionId } = await made.s3.putObject({ ...named, Body: 'một' })
    const file = { bucket: versioned, path: 'a.txt' }
    const [first, current] = [await share({ ...file, version_id: VersionId }), await share(file)]
    await made.s3.putObject({ ...named, Body: 'hai' })
    expect(await (await get(`${first.url}/file`)).text()).toBe('một')
    expect(await (await get(`${first.url}/file`, { range: 'bytes=1-' })).text()).toBe(
      Buffer.from('một').subarray(1).toString(),
    )
    expect(await (await get(`${current.url}/file`)).text()).toBe('hai')
  })

  test('counts once with all that resumes it, and not beyond the limit, by however many guests at once', async () => {
    const { url } = await share({ download_limit: 3 })
    const page = await (await get(url)).text()
    expect(page).not.toContain('Chúc mừng')
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const answer = await get(`${url}/file`, { 'user-agent': `guest ${at}` })
        return { status: answer.status, length: (await answer.arrayBuffer()).byteLength, at }
      }),
    )
    const served = answers.filter(({ status }) => status === 200)
    expect(served.map(({ length }) => length)).toEqual(Array(3).fill(Buffer.byteLength(text)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    expect(await list()).toMatchObject([{ downloads: 3, state: 'used-up' }])
    const guest = { 'user-agent': `guest ${served[0]!.at}` }
    expect((await get(`${url}/file`, { ...guest, range: 'bytes=10-' })).status).toBe(206)
    // No more in all than the file has once more.
    expect((await get(`${url}/file`, { ...guest, range: 'bytes=10-' })).status).toBe(404)
    expect((await get(`${url}/file`, { ...guest, range: 'bytes=0-' })).status).toBe(404)
    const stranger = { 'user-agent': 'stranger', range: 'bytes=10-' }
    expect(await told(await get(`${url}/file`, stranger))).toEqual(await nothing('/file'))
    expect(await told(await get(url))).toEqual(await nothing())
  })

  test('is in the audit log, those of an hour in one record', async () => {
    const { url } = await share()
    for (let i = 0; i < 4; i++) await (await get(`${url}/file`)).text()
    console.clock.now += 3_600_000
    await (await get(`${url}/file`)).text()
    const found = (await records('SHARE_DOWNLOADED')).slice(-2)
    expect(found.map(({ user, data }) => [user, JSON.parse(data!).count])).toEqual([
      ['', 1],
      ['', 4],
    ])
  })
})

describe('a share with a password', () => {
  const password = 'Pháo-hoa-2026'

  test('names nothing before it, and lets in by a cookie of its own', async () => {
    const { url, share: row } = await share({ password })
    const asked = await (await get(url)).text()
    expect(asked).not.toContain('Múa')
    expect(asked).toContain('type="password"')
    expect((await get(`${url}/file`)).headers.get('location')).toBe(new URL(url).pathname)
    const wrong = await enter(url, 'not it')
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([403, []])
    const right = await enter(url, password)
    expect(right.status).toBe(303)
    const [cookie = ''] = right.headers.getSetCookie()
    expect(cookie).toMatch(/; Max-Age=3600; Path=\/s\/[\w-]{32}; HttpOnly; SameSite=Lax$/)
    const grace = { cookie: cookie.split(';')[0]! }
    expect(await (await get(url, grace)).text()).toContain('Múa')
    expect(await (await get(`${url}/file`, grace)).text()).toBe(text)
    const second = await share({ password })
    expect(await (await get(second.url, grace)).text()).not.toContain('Múa')
    await ok(change({ id: row.id, password: 'Another-one-2026' }))
    expect(await (await get(url, grace)).text()).not.toContain('Múa')
  })

  test('refuses a guest after ten wrong ones, and pauses after a hundred in a day', async () => {
    const { url, share: row } = await share({ password })
    for (let i = 0; i < 10; i++) expect((await enter(url, 'not it')).status).toBe(403)
    const late = await enter(url, password)
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    await console.kho.services.db
      .updateTable('attempts')
      .set({ count: 100 })
      .where('name', '=', `share ${row.id} day`)
      .execute()
    await console.kho.services.db.deleteFrom('attempts').where('name', 'not like', '% day').execute()
    expect(await told(await enter(url, password))).toEqual(await nothing())
    expect(await list()).toMatchObject([{ state: 'attacked' }])
    expect((await records('SHARE_ATTACKED')).at(-1)).toMatchObject({ user: '', target: bucket })
    await console.kho.services.mails.run()
    expect((await mail.next('an@example.com')).subject).toContain('chia sẻ')
    await ok(change({ id: row.id, paused: false }))
    expect((await enter(url, password)).status).toBe(303)
  })

  test('is not guessed by the visitors of another site', async () => {
    const { url } = await share({ password })
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'null' }
    expect((await enter(url, password, headers)).status).toBe(404)
    expect((await enter(url, password, { origin: 'null' })).status).toBe(303)
  })
})

describe('the end of a share', () => {
  test('comes to a download that is under way', async () => {
    const { url, share: row } = await share({ path: large })
    const { runs } = await downloadSlowly(`${url}/file`)
    expect(await runs()).toBe(true)
    await ok(request(made.visitor, 'deleteShare', { body: { id: row.id } }))
    await expect.poll(runs, { timeout: 5_000, interval: 100 }).toBe(false)
    expect(await told(await get(url))).toEqual(await nothing())
  })

  test.each([
    ['its pause', async ({ id }: Share) => ok(change({ id, paused: true }))],
    [
      'its time',
      async ({ id }: Share) => {
        await ok(change({ id, expire_date: Math.floor(console.clock.now / 1000) + 60 }))
        console.clock.now += 60_000
      },
    ],
    [
      'a public access block',
      async () => {
        const PublicAccessBlockConfiguration = { RestrictPublicBuckets: true }
        await made.s3.putPublicAccessBlock({ Bucket: bucket, PublicAccessBlockConfiguration })
      },
    ],
    [
      'the file’s deletion',
      async () => {
        await made.s3.deleteObject({ Bucket: bucket, Key: 'đi.txt' })
      },
    ],
  ])('comes with %s', async (_, end) => {
    await made.s3.putObject({ Bucket: bucket, Key: 'đi.txt', Body: text })
    const { url, share: row } = await share({ path: 'đi.txt' })
    expect((await get(url)).status).toBe(200)
    await end(row)
    expect(await told(await get(url))).toEqual(await nothing())
    expect(await told(await get(`${url}/file`))).toEqual(await nothing('/file'))
    await made.s3.deletePublicAccessBlock({ Bucket: bucket })
  })

  test('comes with its maker’s rights, and it is back with them', async () => {
    const { url } = await share({}, made.of.sub)
    const set = async (body: object) =>
      ok(request(made.visitor, 'changeSubUser', { body: { id: made.sub.id, ...body } }))
    for (const less of [
      { permission: 'write' },
      { permission: 'read', scope: [{ bucket, prefix: 'khác/' }] },
    ]) {
      await set(less)
      expect(await told(await get(url))).toEqual(await nothing())
      await set({ permission: 'read', scope: null })
      expect((await get(url)).status).toBe(200)
    }
  })
})

test('owners see and end the shares of all, sub-users their own', async () => {
  const [mine, theirs] = [(await share()).share, (await share({}, made.of.sub)).share]
  expect((await list()).map(({ by }) => by).sort()).toEqual(['an@example.com', 'binh@example.com'])
  expect(await list(made.of.sub)).toMatchObject([{ id: theirs.id, by: 'binh@example.com' }])
  expect(await list(made.of.other)).toEqual([])
  const end = (id: string, visitor: Visitor) => request(visitor, 'deleteShare', { body: { id } })
  for (const [id, visitor] of [
    [mine.id, made.of.sub],
    [theirs.id, made.of.other],
  ] as const) {
    expect(problem(await end(id, visitor)).code).toBe('NOT_FOUND')
    expect(problem(await change({ id }, visitor)).code).toBe('NOT_FOUND')
  }
  expect((await end(theirs.id, made.visitor)).status).toBe(204)
  const named = await request(made.visitor, 'listShares', { values: { bucket, path: 'khác' } })
  expect(named.body).toEqual({ shares: [] })
})

test('the token is returned once, and the database has its hash', async () => {
  const { url, share: row } = await share()
  const token = url.split('/s/')[1]!
  expect(token).toMatch(/^[\w-]{32}$/)
  const rows = await console.kho.services.db.selectFrom('shares').selectAll().execute()
  expect(JSON.stringify([rows, await list()])).not.toContain(token)
  expect(JSON.stringify(await ok(change({ id: row.id, note: 'x' })))).not.toContain(token)
})

test('what cannot be shared is refused', async () => {
  const code = async (body: object) =>
    problem(await request(made.visitor, 'createShare', { body: { bucket, ...plain, ...body } })).code
  expect(await code({ path: 'không có' })).toBe('OBJECT_NOT_FOUND')
  expect(await code({ path: 'ảnh/' })).toBe('INVALID_REQUEST')
  expect(await code({ expire_date: 1 })).toBe('INVALID_REQUEST')
  expect(await code({ mode: 'look', download_limit: 1 })).toBe('INVALID_REQUEST')
  await made.s3.putPublicAccessBlock({
    Bucket: bucket,
    PublicAccessBlockConfiguration: { BlockPublicAcls: true },
  })
  expect(await code({})).toBe('PUBLIC_ACCESS_BLOCKED')
  await made.s3.deletePublicAccessBlock({ Bucket: bucket })
  const { id } = (await share()).share
  const { db } = console.kho.services
  const row = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let i = 1; i < 1000; i++)
    await db
      .insertInto('shares')
      .values({ ...row, id: `${i}`, token_hash: `${i}` })
      .execute()
  expect(await code({})).toBe('LIMIT_REACHED')
})

test('where shares are switched off there are none, and on a host of their own there is nothing else', async () => {
  const off = await ownConsole({ KHO_SHARES: '0', KHO_SHARE_URL: 'https://files.example.com' })
  const admin = await off.signedIn()
  await ok(request(admin, 'createBucket', { body: { bucket } }))
  expect(problem(await request(admin, 'createShare', { body: { bucket } }))).toEqual({
    status: 403,
    code: 'SHARES_OFF',
  })
  const there = async (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    send(`${off.url}${path}`, { headers: { host: 'files.example.com' } }, resolve)
      .on('error', reject)
      .end()
    const answer = await promise
    answer.resume()
    return [answer.statusCode, answer.headers['content-type']]
  }
  expect(await there('/login')).toEqual([404, 'application/problem+json; charset=utf-8'])
  expect(await there(`/s/${'A'.repeat(32)}`)).toEqual([404, 'text/html; charset=utf-8'])
})
