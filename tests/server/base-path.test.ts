import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owner, startConsole } from './support/console.ts'
import { sharedConsole } from './support/with-console.ts'

const pages = mkdtempSync(join(tmpdir(), 'kho-pages-'))
const built =
  '<!doctype html><html lang="en" data-base=""><script src="./assets/a.js"></script><style>a{src:url(./assets/b)}</style>'
const sent =
  '<!doctype html><html lang="en" data-base="/files/kho"><script src="/files/kho/assets/a.js"></script><style>a{src:url(/files/kho/assets/b)}</style>'

beforeAll(async () => {
  mkdirSync(join(pages, 'assets'))
  mkdirSync(join(pages, 'guide', 'en'), { recursive: true })
  writeFileSync(join(pages, 'index.html'), built)
  writeFileSync(join(pages, 'assets', 'a.js'), 'a')
  writeFileSync(join(pages, 'guide', 'en', 'index.html'), 'guide')
})
afterAll(() => rmSync(pages, { recursive: true }))
const console = sharedConsole({ KHO_BASE_PATH: '/files/kho' }, { pages })

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(console.url + path, { headers, redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()

test.each(['/files/kho', '/files/kho/', '/files/kho/bucket-management/a/50%', '/files/kho?next=/dashboard'])(
  'the console is at %s, with its scripts and fonts below the base path',
  async path => {
    expect(await text(path)).toBe(sent)
  },
)

test('files, the guide and the API are below the base path', async () => {
  expect(await text('/files/kho/assets/a.js')).toBe('a')
  expect(await text('/files/kho/guide/en/')).toBe('guide')
  expect((await get('/files/kho/guide', { 'accept-language': 'en' })).headers.get('location')).toBe(
    '/files/kho/guide/en/',
  )
  expect((await get('/files/kho/api/health')).status).toBe(200)
  expect((await get('/files/khoapi/health')).headers.get('content-type')).toContain('text/html')
})

test('a proxy may remove the base path, and a supervisor leave it out', async () => {
  expect((await get('/api/health/live')).status).toBe(200)
  expect(await text('/dashboard')).toBe(sent)
})

test('the page is sent compressed, and not again to a browser that has it', async () => {
  const first = await get('/files/kho/', { 'accept-encoding': 'gzip' })
  expect([first.headers.get('content-encoding'), await first.text()]).toEqual(['gzip', sent])
  const etag = first.headers.get('etag')!
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': etag }
  expect((await get('/files/kho/dashboard', headers)).status).toBe(304)
  expect((await get('/files/kho/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200)
})

test('cookies are for the base path only, and by HTTPS alone where it is used [V3.3.1]', async () => {
  const cookiesOf = async (url: string, headers: Record<string, string>) => {
    const form = new URLSearchParams(owner)
    const answer = await fetch(`${url}/files/kho/api/auth/login`, { method: 'POST', body: form, headers })
    return answer.headers.getSetCookie().map(each => each.replace(/=.*?; (?:Max-Age=\d+; )?/, ' '))
  }
  expect(await cookiesOf(console.url, { origin: console.url })).toContainEqual(
    expect.stringMatching(/^kho_\w+_access Path=\/files\/kho\/; HttpOnly; SameSite=Strict$/),
  )
  const publicUrl = 'https://example.com'
  const other = await startConsole({ KHO_BASE_PATH: '/files/kho', KHO_PUBLIC_URL: publicUrl }, { pages })
  expect(await cookiesOf(other.url, { origin: publicUrl })).toContainEqual(
    expect.stringMatching(/^__Secure-kho_\w+_access Path=\/files\/kho\/; HttpOnly; Secure; SameSite=Strict$/),
  )
  await other.stop()
})

test.each([
  ['with the base path', '/files/kho'],
  ['where a proxy removes it', ''],
])('files are uploaded to the engine at the console’s origin, %s', async (_, seen) => {
  const visitor = await console.signedIn()
  const bucket = `seen-${seen.length}`
  await visitor.call('POST', '/bucket', { bucket })
  const files = [{ key: 'a.txt', size: 5 }]
  const { body } = await visitor.call('POST', '/objects/get-put-urls', { bucket, files })
  const [url = ''] = (body as { urls: string[] }).urls
  expect(new URL(url).pathname).toBe(`/files/kho/s3/${bucket}/a.txt`)
  const arriving = url.replace(`${console.url}/files/kho`, console.url + seen)
  expect((await fetch(arriving, { method: 'PUT', body: 'hello' })).status).toBe(200)
})

test('two consoles on one host, which browsers send the same cookies, keep their own sessions', async () => {
  const other = await startConsole({ KHO_BASE_PATH: '/files/kho' }, { pages })
  const both = [console, other].map(({ url }) => ({ url, api: `${url}/files/kho/api` }))
  const jar = new Map<string, string>()
  for (const { url, api } of both) {
    const headers = { origin: url }
    const answer = await fetch(`${api}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams(owner),
      headers,
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^(.*?)=(.*?);/.exec(cookie)!
      jar.set(name!, value!)
    }
  }
  const cookie = [...jar].map(pair => pair.join('=')).join('; ')
  const answers = await Promise.all(both.map(({ api }) => fetch(`${api}/user`, { headers: { cookie } })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await other.stop()
})
