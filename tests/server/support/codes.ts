import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationId } from '../../../domain/permissions.ts'
import type { ErrorCode } from '../../../openapi/schema.ts'

const folder = join(import.meta.dirname, '../../../node_modules/.cache/codes')
const written = new Set<string>()

function keep(line: string): void {
  if (written.has(line)) return
  written.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, String(process.pid)), `${line}\n`)
}

/** Keeps, for the end of the run, that an operation responded with an error code. */
export const keepCode = (operation: OperationId, code: ErrorCode): void => keep(`${operation} ${code}`)

/** Keeps, for the end of the run, that tests of a file have run. */
export const keepFile = (name: string): void => keep(`file ${name}`)

/** What all processes have kept in this run: `OPERATION CODE`, `file NAME`. */
export function keptLines(): Set<string> {
  const files = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  return new Set(files.flatMap(lines => lines.split('\n').filter(Boolean)))
}

/** Vitest's global set-up: forgets what an earlier run has kept. */
export function setup(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
