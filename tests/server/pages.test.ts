import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownConsole, sharedConsole } from './support/with-console.ts'

const pages = mkdtempSync(join(tmpdir(), 'kho-pages-'))
const script = 'console.log(1)'.repeat(100)
const inline = { script: "document.title = 'Kho'\n", style: 'p { color: red }\n' }
const html = `<!doctype html><title>Kho</title><style>${inline.style}</style><script>${inline.script}</script><script src="/a.js"></script>`
const frame = `<!doctype html><style>${inline.style}</style><script type="module">${script}</script>`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

beforeAll(async () => {
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), html)
  writeFileSync(join(pages, 'version.json'), '{"version":"1"}')
  writeFileSync(join(pages, '.env'), 'hidden')
  writeFileSync(join(pages, 'assets', 'main-abc123.js'), script)
  writeFileSync(join(pages, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
  for (const locale of ['vi', 'en']) {
    mkdirSync(join(pages, 'guide', locale), { recursive: true })
    writeFileSync(join(pages, 'guide', locale, 'index.html'), `<!doctype html><title>${locale}</title>`)
    mkdirSync(join(pages, 'guide', locale, 'api'))
    writeFileSync(
      join(pages, 'guide', locale, 'api', 'index.html'),
      `<!doctype html><title>API ${locale}</title>`,
    )
  }
  mkdirSync(join(pages, 'preview-frame'))
  writeFileSync(join(pages, 'preview-frame', 'document.html'), frame)
  writeFileSync(join(pages, 'preview-frame', 'document.html.br'), brotliCompressSync(frame))
})
afterAll(() => rmSync(pages, { recursive: true }))
const console = sharedConsole({}, { pages })

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(console.url + path, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
    text: await answer.text(),
  }
}

const page = {
  status: 200,
  type: 'text/html; charset=utf-8',
  cache: 'no-cache',
  text: html,
}

test.each([
  '/',
  '/bucket-management',
  '/bucket-management/my.bucket/a%20b/photo.jpg',
  '/change-password-first',
  '/some/where',
  '/?next=/dashboard',
  '/bucket-management/my.bucket/50%',
  '/bucket-management/my.bucket//a/%2F/..%2Fb',
  '/%ff?x=%ff',
])('the address %s gets the page of the console', async path => {
  expect(await get(path)).toEqual(page)
})

test.each([
  '/assets/main-old.js',
  '/robots.txt',
  '/.env',
  '/assets/../../../etc/passwd.x',
  '/api',
  '/api/none',
])('the address %s gets a problem, not the page [V4.1.1, V5.3.1, V13.4.1, V13.4.3]', async path => {
  const { status, type, text } = await get(path)
  expect([status, type]).toEqual([404, 'application/problem+json; charset=utf-8'])
  expect(JSON.parse(text)).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    code: 'NOT_FOUND',
    detail: 'Not found.',
    request_id: expect.any(String),
  })
})

test('the guide is served in both languages, and its bare address leads to the visitor’s own', async () => {
  const guide = (locale: string) => ({ ...page, text: `<!doctype html><title>${locale}</title>` })
  expect(await get('/guide/vi/')).toEqual(guide('vi'))
  expect(await get('/guide/en/')).toEqual(guide('en'))
  expect(await get('/guide/en')).toEqual(guide('en'))
  expect(await get('/guide', { cookie: 'NEXT_LOCALE=vi' })).toEqual(guide('vi'))
  expect(await get('/guide/', { 'accept-language': 'vi-VN,vi;q=0.9' })).toEqual(guide('vi'))
  expect(await get('/guide', { 'accept-language': 'de' })).toEqual(guide('en'))
  expect((await get('/guide/en/none.png')).status).toBe(404)
})

test('the API reference is served below the guide, and its bare address leads to the visitor’s language', async () => {
  const reference = (locale: string) => ({ ...page, text: `<!doctype html><title>API ${locale}</title>` })
  expect(await get('/guide/vi/api/')).toEqual(reference('vi'))
  expect(await get('/guide/en/api')).toEqual(reference('en'))
  expect(await get('/guide/api', { cookie: 'NEXT_LOCALE=vi' })).toEqual(reference('vi'))
  expect(await get('/guide/api/', { 'accept-language': 'de' })).toEqual(reference('en'))
  for (const path of ['/guide/de/api/', '/guide/en/vi/api/', '/guide/en/api/none.png'])
    expect((await get(path)).text).not.toContain('<title>API')
})

test('KHO_DOCS_URL stands in the place of the guide [V3.7.2]', async () => {
  const docs = 'https://docs.example.com/kho/?v=2'
  const other = await ownConsole({ KHO_DOCS_URL: docs }, { pages })
  for (const path of ['/guide', '/guide/vi/', '/guide/en/']) {
    const { status, headers } = await fetch(other.url + path, { redirect: 'manual' })
    expect([path, status, headers.get('location')]).toEqual([path, 302, docs])
  }
  expect((await fetch(`${other.url}/guide/en/api/`)).status).toBe(200)
})

test('a file with a hash in its name is kept for ever, others are asked for each time [V14.2.2, V14.3.2]', async () => {
  expect(await get('/assets/main-abc123.js')).toEqual({
    status: 200,
    type: 'application/javascript; charset=utf-8',
    cache: 'public, max-age=31536000, immutable',
    text: script,
  })
  expect((await get('/version.json')).cache).toBe('no-cache')
  expect((await get('/api/user')).cache).toBe('no-store')
})

test('a file that was compressed before is sent so', async () => {
  const body = await new Promise<{ encoding: unknown; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, br' }
    request(`${console.url}/assets/main-abc123.js`, { headers }, async answer => {
      const bytes = Buffer.concat(await answer.toArray())
      resolve({ encoding: answer.headers['content-encoding'], bytes })
    })
      .on('error', reject)
      .end()
  })
  expect([body.encoding, brotliDecompressSync(body.bytes).toString()]).toEqual(['br', script])
})

test('the frame of a preview has an origin of its own, and loads nothing but its own script [V3.4.6]', async () => {
  for (const encoding of ['identity', 'br']) {
    const { headers, status } = await fetch(`${console.url}/preview-frame/document.html`, {
      headers: { 'accept-encoding': encoding },
    })
    expect([status, headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
      200,
      'no-cache',
      `default-src 'none'; script-src ${hashOf(script)}; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' ${hashOf(inline.style)}; img-src blob:; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
    ])
  }
  expect((await get('/preview-frame/none.html')).status).toBe(404)
})

test('every answer bears the headers that keep a browser safe [V1.3.2, V3.2.1, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V14.2.3]', async () => {
  for (const path of ['/', '/assets/main-abc123.js', '/api/user', '/api/none']) {
    const { headers } = await fetch(console.url + path)
    const named = (name: string) => headers.get(name)
    expect([
      path,
      named('content-security-policy'),
      named('x-content-type-options'),
      named('referrer-policy'),
      named('x-robots-tag'),
      named('cross-origin-opener-policy'),
      named('strict-transport-security'),
    ]).toEqual([
      path,
      `default-src 'none'; script-src 'self' ${hashOf(inline.script)}; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' ${hashOf(inline.style)}; font-src 'self'; img-src 'self' data: blob:; connect-src 'self' ${console.kho.s3Url}; media-src 'self' ${console.kho.s3Url}; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'nosniff',
      'no-referrer',
      'noindex',
      'same-origin',
      null,
    ])
  }
})

test('without a built console its address says so plainly, and the API works', async () => {
  const bare = await ownConsole({}, { pages: join(pages, 'none') })
  expect((await fetch(bare.url)).status).toBe(404)
  expect((await fetch(`${bare.url}/api/user`)).status).toBe(401)
})
