import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationId } from '../../../domain/permissions.ts'
import { codes, type ErrorCode } from '../../../openapi/schema.ts'

const folder = join(import.meta.dirname, '../../../node_modules/.cache/codes')
const kept = new Set<string>()

/** Keeps, for the end of the run, that an operation answered an error code. */
export function keepCode(operation: OperationId, code: ErrorCode): void {
  const line = `${operation} ${code}\n`
  if (kept.has(line)) return
  kept.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, String(process.pid)), line)
}

/** A code seen at so many operations is answered in one place for all of them, and not listed for the others. */
const general = 8

/** The codes that the contract states for each operation and no test has seen, a line for each operation. */
function unseen(): string[] {
  const lines = readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
  const seen = new Set(lines)
  const times = Map.groupBy(seen, line => line.split(' ')[1])
  const common = (code: string) => (times.get(code)?.length ?? 0) >= general
  return Object.entries(codes).flatMap(([operation, stated]) => {
    const missing = stated.filter(
      code => code !== 'UNKNOWN_ERROR' && !common(code) && !seen.has(`${operation} ${code}`),
    )
    return missing.length > 0 ? [`${operation}: ${missing.join(', ')}`] : []
  })
}

/** Vitest's global set-up: after all tests of the server, tells which codes of the contract no test has seen. */
export function setup() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return () => {
    if (process.argv.some(argument => argument.endsWith('.test.ts'))) return
    console.log(`\nError codes that the contract states and no test has seen\n${unseen().join('\n')}\n`)
  }
}
