// @module-tag chance
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readPathFile } from '../../flows/kit/path-file.ts'
import type { Fault } from '../support/planted.ts'

// Its path can be walked in front of a page: no passkey is in it.
const seed = '20260405'
const dir = mkdtempSync(join(tmpdir(), 'kho-planted-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs a program of this Node, with nothing of this run's own environment. */
function run(args: string[], env: Record<string, string>) {
  // With `NODE_ENV` of a test Vite would build the console as for development.
  const ofThisRun = /^(VITEST.*|NODE_ENV|MODE|DEV|PROD|SSR|TEST|BASE_URL)$/
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...own, ...env },
  })
  return { status, output: stdout + stderr }
}

const vitest = (file: string, env: Record<string, string>, ...more: string[]) =>
  run(['node_modules/vitest/vitest.mjs', 'run', file, ...more], env)

/** Each fault, the machine whose walks find it, and the sentence that it breaks. */
const planted: [fault: Fault, machine: string, sentence: string][] = [
  ['a failure that stays', 'session', 'the failure that is shown is that of the last attempt'],
  [
    'a cancelled row that comes back',
    'upload-queue',
    'a row whose upload was cancelled stays cancelled until it is removed',
  ],
]

describe.each(planted)('%s, in %s', (fault, walked, sentence) => {
  let file = ''

  test('a property finds it, and its path has fewer than 12 steps', { timeout: 600_000 }, () => {
    const env = { TEST_FAULT: fault, KHO_SEED: seed }
    const { status, output } = vitest(
      `tests/flows/${walked}.properties.test.ts`,
      env,
      '--tags-filter',
      'chance',
    )
    expect(status, output).toBe(1)
    const at = output.indexOf(`${sentence}:`)
    file = /--replay (\S+\.json)/.exec(output.slice(at))?.[1] ?? ''
    const path = readPathFile(file)
    expect(path.sentence).toBe(sentence)
    expect(path.steps.length).toBeLessThan(12)
  })

  test('the path fails again on the machine with the fault, and holds without', { timeout: 600_000 }, () => {
    const properties = `tests/flows/${readPathFile(file).machine}.properties.test.ts`
    expect(vitest(properties, { TEST_FAULT: fault, FLOW_REPLAY: file }).status).toBe(1)
    const healthy = vitest(properties, { FLOW_REPLAY: file })
    expect(healthy.status, healthy.output).toBe(0)
  })

  test('the path fails in Chromium on a console with the fault', { timeout: 600_000 }, () => {
    const pages = join(dir, walked)
    const config = ['--config', 'tests/support/planted.vite.config.ts']
    const build = [
      'node_modules/vite/bin/vite.js',
      'build',
      '--logLevel',
      'error',
      '--outDir',
      pages,
      ...config,
    ]
    const built = run(build, { TEST_FAULT: fault })
    expect(built.status, built.output).toBe(0)
    const browser = `tests/flows/${readPathFile(file).machine}.browser.test.ts`
    const { status, output } = vitest(browser, { FLOW_REPLAY: file, TEST_PAGES: pages })
    expect(status, output).toBe(1)
    expect(output).toMatch(/step \d+ of \d+/)
  })
})
