import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { groups } from './groups.ts'

/**
 * Prints the slowest files, the tests that passed only at the second try (kept in `test-results/flaky.jsonl`), the reason of
 * each skip, and, last of all that a run prints, what failed and the counts.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, skipped: 0, left: 0 }
    const reasons = new Map<string, number>()
    const flaky: Flake[] = []
    const failed = errors.map(
      error => `outside the tests: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
    )
    for (const module of modules) {
      let failedInside = 0
      for (const test of module.children.allTests()) {
        const result = test.result()
        const told = () =>
          `${module.relativeModuleId}: ${test.fullName}: ${(result.errors ?? []).map(describe).join(' | again: ')}`
        if (test.diagnostic()?.flaky) {
          const errors = (result.errors ?? []).map(describe)
          flaky.push({ test: `${module.relativeModuleId}: ${test.fullName}`, errors })
        }
        if (result.state === 'passed') count.passed++
        else if (result.state === 'skipped' && !result.note && test.tags.some(tag => tag in groups))
          count.left++
        else if (result.state === 'skipped') {
          count.skipped++
          const reason = `${module.relativeModuleId}: ${result.note ?? 'switched off without a reason'}`
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        } else {
          failed.push(told())
          failedInside++
        }
      }
      if (module.state() === 'failed' && failedInside === 0)
        failed.push(`${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook failed'}`)
    }
    const slowest = modules
      .map(module => [module.diagnostic().duration / 1000, module.relativeModuleId] as const)
      .toSorted(([one], [other]) => other - one)
      .slice(0, 10)
    if (modules.length > 1) console.log('\nThe slowest files, in seconds')
    for (const [seconds, file] of modules.length > 1 ? slowest : [])
      console.log(`${seconds.toFixed(0).padStart(5)}  ${file}`)
    keep(flaky)
    for (const { test, errors } of flaky)
      console.log(`passed at the second try: ${test}: ${errors.join(' | ')}`)
    for (const [reason, tests] of reasons) console.log(`skipped ${tests}: ${reason}`)
    if (count.left > 0) console.log(`left to npm run test:all, in the files of this run: ${count.left}`)
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.once('exit', () => {
      for (const line of failed) console.log(`failed: ${line}`)
      if (flaky.length > 0) console.log(`${count.passed} passed, ${flaky.length} only at the second try`)
      console.log(`${count.passed} passed, ${failed.length} failed${skipped}`)
    })
  }
}

type Flake = { test: string; errors: string[] }

/** Adds the flaky tests of this run to those of earlier ones, a line each. */
function keep(flaky: Flake[]): void {
  if (flaky.length === 0) return
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim()
  const about = { commit, at: new Date().toISOString(), load: loadavg()[0] }
  mkdirSync('test-results', { recursive: true })
  appendFileSync(
    'test-results/flaky.jsonl',
    flaky.map(each => `${JSON.stringify({ ...each, ...about })}\n`).join(''),
  )
}

/** The first line of an error, what Playwright waited for, and the line of the test. */
function describe({ message, stacks }: TestError): string {
  const [first, ...rest] = message.split('\n')
  const waited = rest.find(line => line.includes('waiting for'))?.trim()
  const place = stacks?.find(({ file }) => file.includes('/tests/'))
  return [first, waited, place && `at ${place.file.replace(/.*\/tests\//, 'tests/')}:${place.line}`]
    .filter(Boolean)
    .join(' ')
}
