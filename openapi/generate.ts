import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'

const folder = import.meta.dirname

/** The text of schema.ts: the contract's types, and the catalogue of errors as a value. */
export function generateTypes(): string {
  const cli = `${folder}/../node_modules/openapi-typescript/bin/cli.js`
  const types = execFileSync(
    process.execPath,
    [cli, `${folder}/kho.yaml`, '--root-types', '--root-types-no-schema-prefix'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const catalogue = parse(readFileSync(`${folder}/kho.yaml`, 'utf8')).components.schemas.ErrorCode[
    'x-catalogue'
  ]
  return `${types}
/** Each code's HTTP status and server message, from the contract. */
export const catalogue = ${JSON.stringify(catalogue, null, 2)} as const satisfies Record<
  components['schemas']['ErrorCode'],
  { status: number; detail: string }
>
`
}

if (import.meta.main) writeFileSync(`${folder}/schema.ts`, generateTypes())
