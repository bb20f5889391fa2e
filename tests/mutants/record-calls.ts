import { appendFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

// A setup file of `npm run test:mutants`: appends to the file `TEST_CALLS`, for each file of tests in Node, the named
// functions of the product that its own process has run.

const root = process.cwd()
const product = /^(?:src|flows|machines|server|domain)\//
const kept = globalThis as { callsSession?: Session }

if (!kept.callsSession) {
  kept.callsSession = new Session()
  kept.callsSession.connect()
  kept.callsSession.post('Profiler.enable')
  kept.callsSession.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

/** What has run since the file before. */
function takeCalls(): Set<string> {
  let found: Profiler.ScriptCoverage[] = []
  kept.callsSession!.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    found = result
  })
  const calls = new Set<string>()
  for (const { url, functions } of found) {
    const file = relative(root, url.replace(/^file:\/\//, ''))
    if (!product.test(file)) continue
    for (const { functionName, ranges } of functions)
      if (functionName && ranges[0]!.count > 0) calls.add(`${file} ${functionName}`)
  }
  return calls
}

afterAll(() => {
  const test = relative(root, expect.getState().testPath!)
  appendFileSync(process.env.TEST_CALLS!, `${JSON.stringify({ test, calls: [...takeCalls()] })}\n`)
})
