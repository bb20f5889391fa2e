import type { TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints the slowest files, the tests that passed when run again, the reason of each skip, and, last of all that a
 * run prints, what failed and one closing line.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, skipped: 0 }
    const reasons = new Map<string, number>()
    const flaky: string[] = []
    const failed = errors.map(
      error => `outside the tests: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
    )
    for (const module of modules) {
      let failedInside = 0
      for (const test of module.children.allTests()) {
        const result = test.result()
        const told = () =>
          `${module.relativeModuleId}: ${test.fullName}: ${(result.errors ?? []).map(describe).join(' | again: ')}`
        if (test.diagnostic()?.flaky) flaky.push(told())
        if (result.state === 'passed') count.passed++
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
    for (const name of flaky) console.log(`passed when run again: ${name}`)
    for (const [reason, tests] of reasons) console.log(`skipped ${tests}: ${reason}`)
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.once('exit', () => {
      for (const line of failed) console.log(`failed: ${line}`)
      console.log(`${count.passed} passed, ${failed.length} failed${skipped}`)
    })
  }
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
