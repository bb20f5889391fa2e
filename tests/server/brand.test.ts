import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtColors } from '../../server/brand/colors.ts'
import { owner } from './support/console.ts'
import { ownConsole, sharedConsole } from './support/with-console.ts'

const folder = mkdtempSync(join(tmpdir(), 'kho-brand-'))
const pages = join(folder, 'dist')
const icon = '<link rel="icon" href="./favicon.svg" type="image/svg+xml" />'
const built = {
  'index.html': `<html data-base="" data-brand=""><head><title>{brand}</title>${icon}</head><div class="mark brand">\n<svg><path/></svg>\n<span>{brand}</span>\n</div><p>{brand}</p>`,
  'guide/en/index.html': `<html><head>${icon}</head><a class="mark" href="../../"><img src="../../favicon.svg" alt="" />Go to {brand}</a><p><img src="files.png" alt="" /></p>
`,
  'favicon.svg': `<svg><title>{brand}</title><path stroke="${builtColors[0]}" fill="${builtColors[1]}"/></svg>`,
}
const svg = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"/>`
const square = join(folder, 'square.svg')
const wide = join(folder, 'wide.svg')
const name = '"A&B" {brand} <Cloud>'
const written = '&#34;A&#38;B&#34; &#123;brand} &#60;Cloud&#62;'
const colors = '#6b21a8,#9d174d'

beforeAll(async () => {
  for (const [path, text] of Object.entries(built)) {
    mkdirSync(join(pages, path, '..'), { recursive: true })
    writeFileSync(join(pages, path), text)
  }
  writeFileSync(square, svg('32 32'))
  writeFileSync(wide, svg('120 30'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const console = sharedConsole(
  {
    ...{ KHO_BRAND_NAME: name, KHO_BRAND_LOGO: square, KHO_BRAND_COLORS: colors, KHO_BASE_PATH: '/kho' },
    KHO_TERMS_URL: 'https://example.com/terms?a=1&b=2',
  },
  { pages },
)

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(console.url + path, { headers, redirect: 'manual' })
const dataIn = (html: string) =>
  JSON.parse(
    /data-brand="([^"]*)"/.exec(html)![1]!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
  )

test('the page has the name, the logo, the links and the colours of the brand', async () => {
  const answer = await get('/kho/')
  const html = await answer.text()
  expect(dataIn(html)).toEqual({
    name,
    logo: { file: '/logo.svg', width: 28, height: 28, wide: false },
    links: [['terms', 'https://example.com/terms?a=1&b=2']],
  })
  expect(html.replace(/ data-brand="[^"]*"/, '').replace(/<style>.*<\/style>/, '')).toBe(
    `<html data-base="/kho"><head><title>${written}</title><link rel="icon" href="/kho/logo.svg" type="image/svg+xml" /></head><div class="mark brand">\n<img src="/kho/logo.svg" alt="" width="28" height="28" />\n<span>${written}</span>\n</div><p>${written}</p>`,
  )
  const [, style = ''] = /<style>(.*)<\/style>/.exec(html)!
  expect(style).toMatch(/^html\{--kho-colors-blue-50:#\w{6};.*--kho-colors-blue-500:#6b21a8;/)
  expect(style).toContain('--kho-colors-teal-500:#9d174d')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test('the guide has name, logo and colours too, compressed, and is not sent again', async () => {
  const answer = await get('/kho/guide/en/', { 'accept-encoding': 'br' })
  const etag = answer.headers.get('etag')!
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect((await answer.text()).replace(/<style>.*<\/style>/, '<style></style>')).toBe(
    `<html><head><link rel="icon" href="/kho/logo.svg" type="image/svg+xml" /><style></style></head><a class="mark" href="../../"><img src="/kho/logo.svg" alt="" width="28" height="28" />Go to ${written}</a>`,
  )
  const again = await get('/kho/guide/en/', { 'accept-encoding': 'br', 'if-none-match': etag })
  expect(again.status).toBe(304)
})

test('nothing of the build is sent as it was before the brand', async () => {
  const leads = async (path: string) => {
    const { status, headers } = await get(path)
    return [status, headers.get('location')]
  }
  expect([await leads('/kho/index.html'), await leads('/kho/guide/en/index.html')]).toEqual([
    [302, '/kho/'],
    [302, '/kho/guide/en/'],
  ])
})

test('the logo and the favicon are pictures that run nothing, and are not sent again', async () => {
  const logo = await get('/kho/logo.svg')
  const named = (answer: Response) =>
    ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'].map(each =>
      answer.headers.get(each),
    )
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const picture = ['image/svg+xml', 'no-cache', policy, 'nosniff']
  expect([named(logo), await logo.text()]).toEqual([picture, svg('32 32')])
  const favicon = await get('/kho/favicon.svg')
  expect([named(favicon), await favicon.text()]).toEqual([
    picture,
    `<svg><title>${written}</title><path stroke="#6b21a8" fill="#9d174d"/></svg>`,
  ])
  for (const answer of [logo, favicon]) {
    const headers = { 'if-none-match': answer.headers.get('etag')! }
    expect((await fetch(answer.url, { headers })).status).toBe(304)
  }
  expect((await get('/kho/logo.png')).status).toBe(404)
})

test('a wordmark has no name beside it, and is no icon', async () => {
  const other = await ownConsole({ KHO_BRAND_LOGO: wide, KHO_BRAND_NAME: 'An' }, { pages })
  const [page, guide] = await Promise.all(
    ['/', '/guide/en/'].map(async path => (await fetch(other.url + path)).text()),
  )
  const image = '<img src="/logo.svg" alt="" width="112" height="28" />'
  expect(page).toContain(`<div class="mark brand">\n${image}\n</div><p>An</p>`)
  expect(page).toContain('href="/favicon.svg"')
  expect(guide).toContain(`${image}Go to An</a>`)
  expect(dataIn(page!).logo.wide).toBe(true)
})

test('without a brand the page is Kho’s, in the colours of the build', async () => {
  const plain = await ownConsole({}, { pages })
  const html = await (await fetch(plain.url)).text()
  expect(html.replace(/ data-brand="[^"]*"/, '')).toBe(
    built['index.html'].replace(' data-brand=""', '').replaceAll('{brand}', 'Kho').replace('"./', '"/'),
  )
  expect(dataIn(html)).toEqual({
    name: 'Kho',
    links: [],
  })
  expect((await fetch(`${plain.url}/logo.svg`)).status).toBe(404)
})

test('authenticator apps list the account below the name of the brand', async () => {
  const visitor = await console.signedIn()
  const { body } = await visitor.call('PUT', '/user/two-step-verification', { password: owner.password })
  expect(new URL((body as { uri: string }).uri).searchParams.get('issuer')).toBe(name)
})
