import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flowPages, flowsFolder } from '../../build/flows.ts'

test('docs/flows says what the machines do today (else: npm run flows:docs)', async () => {
  const pages = await flowPages()
  expect(readdirSync(flowsFolder).sort()).toEqual([...pages.keys()].sort())
  const stale = [...pages].filter(([name, text]) => readFileSync(join(flowsFolder, name), 'utf8') !== text)
  expect(stale.map(([name]) => name)).toEqual([])
})
