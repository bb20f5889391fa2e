import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSince, headCommit } from './support/changed.ts'
import { ensureChromium } from './support/chromium.ts'
import { ungrouped } from './support/groups.ts'
import { packReach, reachFile } from './support/reach.ts'

/**
 * `npm run test:reach`: takes each action in one way, shows each screen in one look, runs the flows and the other tests in
 * Chromium, and writes what each of them reaches to `tests/reach.json`, to be committed.
 */
const differs = changedSince('HEAD')?.filter(file => /^(src|machines|domain|languages)\//.test(file))
if (differs?.length !== 0)
  throw new Error('The record names its commit: commit first what is in src, machines, domain and languages.')
ensureChromium()
const dir = mkdtempSync(join(tmpdir(), 'kho-reach-'))
process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
const pages = join(dir, 'pages')
const lines = join(dir, 'lines')
const node = (args: string[], env = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status
const built = ['build', '--logLevel', 'error', '--sourcemap', 'hidden', '--outDir', pages, '--emptyOutDir']
if (node(['node_modules/vite/bin/vite.js', ...built]) !== 0) process.exit(1)
const run = [
  'run',
  '--project',
  'browser',
  '--project',
  'screens',
  '--tags-filter',
  ungrouped,
  ...process.argv.slice(2),
]
const status = node(['node_modules/vitest/vitest.mjs', ...run], { TEST_PAGES: pages, TEST_REACH: lines })
const reached = new Map<string, Set<string>>()
for (const line of readFileSync(lines, 'utf8').trim().split('\n')) {
  const { key, sources } = JSON.parse(line) as { key: string; sources: string[] }
  reached.set(key, new Set([...(reached.get(key) ?? []), ...sources]))
}
writeFileSync(reachFile, `${JSON.stringify(packReach(headCommit(), reached), null, 1)}\n`)
console.log(
  `${reached.size} tests, ${new Set([...reached.values()].flatMap(each => [...each])).size} sources: ${reachFile}`,
)
process.exitCode = status ?? 1
