import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { channelName } from '../../flows/live/messages.ts'
import { nextPage } from '../support/shared.ts'

const pages = process.env.TEST_PAGES ?? 'dist'
const zipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

test('browsers are asked not to translate the page, whose names, keys and counts change', () => {
  expect(readFileSync(join(pages, 'index.html'), 'utf8')).toMatch(/<html [^>]*translate="no"/)
})

test.each([
  {
    name: 'the sign-in page',
    path: '/',
    signedIn: false,
    seen: 'input[type=password]',
    chunks: ['entry', 'update-prompt'],
    most: 150_000,
  },
  {
    name: 'a folder',
    path: '/bucket-management/website-static',
    signedIn: true,
    seen: '[role=grid] [role=row]',
    chunks: ['entry', 'update-prompt', 'main', 'main-screens', 'toast', 'file-browser', 'files'],
    most: 235_000,
  },
])('$name loads at most $most bytes of JavaScript, gzip', async ({ path, signedIn, seen, chunks, most }) => {
  const page = await nextPage({ signedIn })
  const scripts = new Set<string>()
  page.on('requestfinished', request => {
    if (request.resourceType() === 'script') scripts.add(basename(new URL(request.url()).pathname))
  })
  const [, inline = ''] =
    /<script>(.*?)<\/script>/s.exec(readFileSync(join(pages, 'index.html'), 'utf8')) ?? []
  expect(inline).not.toBe('')
  await page.goto(path)
  await page.locator(seen).first().waitFor()
  const loaded = () => [...scripts].map(name => name.replace(/-[\w-]{8}\.js$/, ''))
  await expect.poll(loaded).toEqual(expect.arrayContaining(chunks))
  const sizes = [...scripts].map(name => ({ name, gzip: zipped(readFileSync(join(pages, 'assets', name))) }))
  const total = sizes.reduce((sum, script) => sum + script.gzip, zipped(inline))
  console.log(`${(total / 1000).toFixed(1)} KB gzip in ${sizes.length} scripts`)
  expect(sizes.length, 'requests for scripts').toBeLessThan(20)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(most)
})

test('a build has nothing that publishes what actors do [V13.4.2, V15.2.3]', () => {
  const scripts = readdirSync(join(pages, 'assets'))
    .filter(name => name.endsWith('.js'))
    .map(name => readFileSync(join(pages, 'assets', name), 'utf8'))
  const having = (text: string) => scripts.filter(script => script.includes(text)).length
  expect([having('kho.${'), having(channelName)]).toEqual([1, 0])
})
