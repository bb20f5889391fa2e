import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The lines of a file in `folder` that the plugins of biome.json find. */
function found(folder: string, lines: string[], file = 'seeded.test.ts'): string[] {
  const root = mkdtempSync(join(tmpdir(), 'kho-lint-'))
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8'))
  for (const plugin of plugins) plugin.path = resolve(plugin.path)
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'biome.json'), JSON.stringify({ plugins, linter: { rules: { preset: 'none' } } }))
  writeFileSync(join(root, folder, file), `${lines.join('\n')}\n`)
  const biome = resolve('node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', folder], { cwd: root, encoding: 'utf8' })
  rmSync(root, { recursive: true })
  const places = (stdout + stderr).matchAll(/:(\d+):\d+ plugin/g)
  const numbers = [...places].map(([, line]) => Number(line))
  return numbers.sort((a, b) => a - b).map(line => lines[line - 1]!)
}

const wrong = [
  'expect(await rows.count()).toBe(1)',
  "expect([await name.innerText(), await field.inputValue()]).toEqual(['a', 'b'])",
  'expect(await Promise.all([one.isVisible(), other.isVisible()])).toEqual([true, false])',
  "expect(await page.evaluate(() => document.title)).toBe('Kho')",
  'await page.waitForTimeout(500)',
  "await page.waitForLoadState('networkidle')",
]

test('a test that reads the page once, or waits for time or quiet, is found', () => {
  expect(found('tests', wrong)).toEqual(wrong)
})

test('a test that waits for what must come is not', () => {
  const right = [
    'await expect.poll(() => rows.count()).toBe(1)',
    'await expect.poll(async () => [await name.innerText(), await field.inputValue()]).toEqual([])',
    "expect(await api.call('GET', '/user')).toEqual({})",
    "await page.getByText('a').waitFor()",
  ]
  expect(found('tests', right)).toEqual([])
})

const kept = [
  '  const wide = await page.evaluate(() => innerWidth)',
  '  const [first, { height }] = await Promise.all([rows.allInnerTexts(), row.boundingBox()])',
  '  const at = await placeNow(row)',
  "  expect(await shownNow()).toBe('a')",
  "  expect(hereNow()).toBe('/')",
  "  expect(new URL(page.url()).search).toBe('')",
]

test('what a test of the browser reads of the page once, into a constant or by a helper that says so, is found', () => {
  const expected = ['  expect(wide).toBe(1)', '  expect([first, height]).toEqual([])', '  expect(at).toBe(1)']
  const lines = ["test('a', async () => {", ...kept, ...expected, '})']
  expect(found('tests/browser', lines)).toEqual(kept)
  expect(found('tests/server', lines)).toEqual([])
})

test('what is read for a later comparison, or polled, is not', () => {
  const right = [
    "test('a', async () => {",
    '  const before = await usedNow()',
    '  const box = await row.boundingBox()',
    '  await page.mouse.move(box.x, box.y)',
    '  await expect.poll(usedNow).not.toBe(before)',
    "  await expect.poll(() => new URL(page.url()).pathname).toBe('/')",
    '})',
    "test('b', async () => {",
    "  const box = await api.call('GET', '/user')",
    "  expect(box).toBe('')",
    '})',
  ]
  expect(found('tests/browser', right)).toEqual([])
})

test('code that is no test may read as it likes', () => {
  expect(found('src', wrong)).toEqual([])
})

const ladders = [
  'const { data, error } = useTopics()',
  'const { data, isError: failed } = useQuery(read())',
  'if (topics.isError) return null',
  'const failure = <FailureState title="" failure={error.failure} />',
  'const notice = <FailureNotice failure={topics.error?.failure ?? null} />',
]

test('a view that decides between data and failure of a query by itself is found', () => {
  expect(found('src', ladders, 'view.tsx')).toEqual(ladders)
  expect(found('src/ui', ladders, 'read.tsx')).toEqual([])
})

test('a failed write, and a query whose failure shows nothing, are not', () => {
  const right = [
    'const { mutate, error } = useMutation({})',
    'const { data, isPending } = useTopics()',
    'const notice = <FailureNotice failure={failure} />',
    'const field = <Field error={fieldText(t, fieldState.error)} />',
  ]
  expect(found('src', right, 'view.tsx')).toEqual([])
})
