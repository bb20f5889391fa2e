import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { catalogueOf, detailKindsOf, publish, rulesOf } from './publish.ts'

const folder = import.meta.dirname

/** `npm run contract`: generates the published contract, its types, and its tables as values from kho.yaml. */
export function generate(): { 'kho.json': string; 'schema.ts': string } {
  const source = parse(readFileSync(join(folder, 'kho.yaml'), 'utf8'))
  const published = `${JSON.stringify(publish(source), null, 2)}\n`
  return { 'kho.json': published, 'schema.ts': types(published) + tables(source) }
}

function types(published: string): string {
  const cli = join(folder, '../node_modules/openapi-typescript/bin/cli.js')
  const made = mkdtempSync(join(tmpdir(), 'kho-contract-'))
  try {
    writeFileSync(join(made, 'kho.json'), published)
    return execFileSync(
      process.execPath,
      [cli, join(made, 'kho.json'), '--root-types', '--root-types-no-schema-prefix'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  } finally {
    rmSync(made, { recursive: true })
  }
}

function tables(source: Record<string, unknown>): string {
  const rules = Object.entries(rulesOf(source))
  const byId = (values: [string, unknown][]) => JSON.stringify(Object.fromEntries(values), null, 2)
  const needs = byId(rules.map(([id, { need }]) => [id, need]))
  const confirmations = byId(
    rules.filter(([, { confirm }]) => confirm !== null).map(([id, { confirm }]) => [id, confirm]),
  )
  const limits = byId(
    rules.filter(([, { bodyLimit }]) => bodyLimit !== null).map(([id, { bodyLimit }]) => [id, bodyLimit]),
  )
  const codes = rules.map(([id, each]) => `  ${id}: [${each.codes.map(code => `'${code}'`).join(', ')}],`)
  const kinds = detailKindsOf(source).map(
    ([kind, actions]) => `  '${kind}': ${actions.map(each => `'${each}'`).join(' | ')}`,
  )
  return `
type OperationId = keyof operations

type Checked<T extends Record<AuditDetail['kind'], AuditAction>> = T

/** The actions that have each kind of audit detail. */
export type DetailActions = Checked<{
${kinds.join('\n')}
}>

/** What each operation requires; see domain/permissions.ts. */
export const needs = ${needs} as const satisfies Record<OperationId, string>

/** How operations are confirmed: \`session\`, beforehand; \`request\`, by PIN or code in the request. */
export const confirmations: Partial<Record<OperationId, 'session' | 'request'>> = ${confirmations}

/** Body limits in bytes, if not 1 MiB. */
export const bodyLimits: Partial<Record<OperationId, number>> = ${limits}

/** The possible error codes of each operation. */
export const codes: Record<OperationId, readonly components['schemas']['ErrorCode'][]> = {
${codes.join('\n')}
}

/** Each code's HTTP status and server message. \`retry_after\`: default, in seconds. */
export const catalogue: Record<
  components['schemas']['ErrorCode'],
  { status: number; detail: string; meaning?: string; retry_after?: number }
> = ${JSON.stringify(catalogueOf(source), null, 2)}
`
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(generate())) writeFileSync(join(folder, name), text)
}
