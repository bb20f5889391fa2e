import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const table = readFileSync(join(import.meta.dirname, '../../../docs/steps.md'), 'utf8')

/** What docs/steps.md says that a job takes here. */
export const stepsSaid = (job: string) =>
  table.split('\n').flatMap(line => (line.startsWith(`| ${job} |`) ? [line.split(' | ')[1]] : []))[0]

/** A cell of that table. `one`: what was pressed, in the singular and in the plural. */
export function cellOf(presses: number, [one, more]: [string, string], fields: number): string {
  const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`
  return `${count(presses, one, more)}, ${count(fields, 'field', 'fields')}`
}
