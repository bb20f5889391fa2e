import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { budget } from '../budget.ts'
import { type Counted, type Counts, countsNow, greenCounts, isInner, keepGreen } from './count.ts'
import { groups } from './groups.ts'

/** Wall time that `npm test` aims at, in seconds; it is said where a run takes longer, and fails nothing. */
const aim = 12 * 60

/**
 * Prints the slowest files, the reason of each skip, what was counted and how long it took, and, last of all that a run
 * prints, what failed and the counts. A whole run that exceeds its budget fails.
 */
export default class SummaryReporter implements Reporter {
  private readonly began = performance.now()

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, skipped: 0, left: 0 }
    const reasons = new Map<string, number>()
    const over: string[] = []
    const failed = errors.map(
      error => `outside the tests: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
    )
    for (const module of modules) {
      let failedInside = 0
      for (const test of module.children.allTests()) {
        const result = test.result()
        const isLeft = result.state === 'skipped' && !result.note && test.tags.some(tag => tag in groups)
        if (result.state === 'passed') count.passed++
        else if (isLeft) {
          count.left++
          if (test.tags.includes('affected')) over.push(test.name)
        } else if (result.state === 'skipped') {
          count.skipped++
          const reason = `${module.relativeModuleId}: ${result.note ?? 'switched off without a reason'}`
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        } else {
          const messages = (result.errors ?? []).map(describe).join(' | ')
          failed.push(`${module.relativeModuleId}: ${test.fullName}: ${messages}`)
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
    for (const [reason, tests] of reasons) console.log(`skipped ${tests}: ${reason}`)
    if (count.left > 0) console.log(`left to npm run test:all, in the files of this run: ${count.left}`)
    if (over.length > 0)
      console.log(
        `The change affects ${over.length} screens and actions beyond the ceiling; \`npm run test:all -- ways looks\` takes them: ${over.join('; ')}`,
      )
    if (process.env.TEST_BUDGET && !isInner) {
      const counts = countsNow()
      failed.push(...exceeded(counts))
      if (failed.length === 0) keepGreen(counts)
    }
    const wall = (performance.now() - this.began) / 1000
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.once('exit', () => {
      const cpu = childSeconds()
      console.log(
        `${clock(wall)} in Vitest${wall > aim && process.env.TEST_BUDGET ? `, more than ${clock(aim)}` : ''}${cpu === null ? '' : `; ${clock(cpu)} of CPU, of ${clock(wall * cpus().length)}`}`,
      )
      for (const line of failed) console.log(`failed: ${line}`)
      console.log(`${count.passed} passed, ${failed.length} failed${skipped}`)
      if (failed.length > 0) process.exitCode = 1
    })
  }
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** The CPU time of this process and of its children that have ended, in seconds; null where no /proc says. */
function childSeconds(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    // utime, stime, cutime, cstime, in hundredths of a second: proc_pid_stat(5)
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
  } catch {
    return null
  }
}

/** Prints what was counted; lists what exceeds the budget, with the files that grew most since the last run that passed. */
function exceeded(counts: Counts): string[] {
  const green = greenCounts()
  const sumOf = (what: string) => Object.values(counts[what] ?? {}).reduce((sum, each) => sum + each, 0)
  return (Object.keys(budget) as Counted[]).flatMap(what => {
    const [sum, aside] = [sumOf(what), sumOf(`affected ${what}`)]
    console.log(`${what}: ${sum} of ${budget[what]}${aside > 0 ? `, and ${aside} for the change` : ''}`)
    if (sum <= budget[what]) return []
    const grew = Object.entries(counts[what] ?? {})
      .map(([file, each]) => [file, each - (green[what]?.[file] ?? 0)] as const)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 5)
    const files = grew.map(([file, more]) => `${file} +${more}`).join(', ')
    return [`tests/budget.ts: ${sum} ${what}, more than ${budget[what]}: ${files}`]
  })
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
