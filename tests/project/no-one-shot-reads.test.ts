import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const rule = 'build/lint/no-one-shot-reads.grit'

/** What the rule says of a file of tests: the lines. */
function found(lines: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kho-lint-'))
  const rules = { preset: 'none' }
  const biome = resolve('node_modules/.bin/biome')
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [resolve(rule)], linter: { rules } }))
  writeFileSync(join(folder, 'seeded.test.ts'), `${lines.join('\n')}\n`)
  const { stdout, stderr } = spawnSync(biome, ['lint', 'seeded.test.ts'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return [...(stdout + stderr).matchAll(/^seeded\.test\.ts:(\d+):\d+ plugin/gm)].map(
    ([, line]) => lines[Number(line) - 1]!,
  )
}

test('a test that reads the page once, or waits for time or quiet, is found', () => {
  const wrong = [
    'expect(await rows.count()).toBe(1)',
    "expect([await name.innerText(), await field.inputValue()]).toEqual(['a', 'b'])",
    'expect(await Promise.all([one.isVisible(), other.isVisible()])).toEqual([true, false])',
    'expect(await page.evaluate(() => document.title)).toBe("Kho")',
    'await page.waitForTimeout(500)',
    "await page.waitForLoadState('networkidle')",
  ]
  expect(found(wrong)).toEqual(wrong)
})

test('a test that waits for what must come is not', () => {
  const right = [
    'await expect.poll(() => rows.count()).toBe(1)',
    'await expect.poll(async () => [await name.innerText(), await field.inputValue()]).toEqual([])',
    "expect(await api.call('GET', '/user')).toEqual({})",
    "await page.getByText('a').waitFor()",
  ]
  expect(found(right)).toEqual([])
})

test('biome applies the rule to the tests', () => {
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8'))
  expect(plugins).toContainEqual({ path: `./${rule}`, includes: expect.arrayContaining(['tests/**']) })
})
