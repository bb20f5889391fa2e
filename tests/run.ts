import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { buildConsole } from './support/build.ts'
import { missingPrograms } from './support/ceph.ts'
import { ensureChromium } from './support/chromium.ts'

const flags = new Set(process.argv.slice(2).filter(argument => argument.startsWith('--')))
const names = process.argv.slice(2).filter(argument => !argument.startsWith('--'))

const has = (command: string) => spawnSync('which', [command]).status === 0
const quick = flags.has('--quick')
const engines: [string, boolean][] = [
  ['Ceph RGW (radosgw, ceph-mon, ceph-osd, ceph-common)', missingPrograms().length === 0],
  ['PostgreSQL (initdb)', has('initdb') || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0],
  ['aws', has('aws')],
  ['rclone', has('rclone')],
]
for (const [engine, found] of quick ? [] : engines) {
  console.log(found ? `found: ${engine}` : `not found, its tests are skipped: ${engine}`)
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
if (quick) vitest.push('--project', 'unit', '--project', 'server')
if (flags.has('--flows')) vitest.push('--project', 'flows')

if (!quick) {
  ensureChromium()
  try {
    buildConsole()
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`)
    process.exit(1)
  }
}
const tests = spawnSync(process.execPath, [...vitest, ...names], {
  stdio: 'inherit',
  env: {
    ...process.env,
    // Hundreds of servers and workers start in a run, each with the same modules.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    ...(quick && { TEST_QUICK: '1' }),
  },
})
process.exit(tests.status ?? 1)
