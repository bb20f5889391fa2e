import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMachines } from '../../build/flows.ts'
import { chartOf } from '../../flows/chart.ts'
import { catalogue } from '../../openapi/schema.ts'
import { specification } from './specification.ts'

/*
 * A transition that exists is walked: the test of each flow fails where its paths leave one out. So the names of the
 * list are compared with the charts alone.
 */

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
const statements = specification.flatMap(section => section.statements)
const shown = statements.flatMap(statement =>
  'shows' in statement
    ? Object.entries(statement.shows).map(([machine, names]) => ({ ...statement, machine, names }))
    : [],
)

test('the transitions that show a sentence are in the charts', async () => {
  const charts = (await allMachines()).map(chartOf)
  const known = charts.flatMap(({ id, transitions }) => transitions.map(({ name }) => `${id} ${name}`))
  const named = shown.flatMap(({ machine, names }) => names.map(name => `${machine} ${name}`))
  expect(named.filter(name => !known.includes(name))).toEqual([])
})

test('a code that a transition shows is an outcome of its flow', () => {
  const without = shown.filter(
    ({ machine, code }) => code && !textOf(`tests/flows/${machine}.flow.ts`).includes(code),
  )
  expect(without.map(({ says, machine }) => [says, machine])).toEqual([])
})

test('the files of tests that show a sentence exist', () => {
  const files = statements.flatMap(statement => ('elsewhere' in statement ? statement.elsewhere : []))
  expect(files.filter(file => !textOf(file))).toEqual([])
})

test('what differs is written where the list says', () => {
  const places = statements.flatMap(({ differs }) => (differs ? [differs.see] : []))
  expect(places.filter(([file, text]) => !textOf(file).includes(text))).toEqual([])
})

test('the catalogue of errors has each message of the server with its code, and no code twice', () => {
  const messages = specification
    .filter(({ title }) => title.startsWith('8.'))
    .flatMap(section => section.statements.flatMap(({ says, code }) => (code ? [{ says, code }] : [])))
  expect(messages.filter(({ says, code }) => !says.includes(catalogue[code].detail))).toEqual([])
  expect(new Set(messages.map(({ code }) => code)).size).toBe(messages.length)
})

test('no sentence is listed twice', () => {
  const texts = statements.map(({ says }) => says)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})
