import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { untyped } from '../../flows/kit/flow.ts'
import { type PathFile, readPathFile } from '../../flows/kit/path-file.ts'
import { labelOf } from '../../flows/kit/paths.ts'
import { replayedPath } from '../../flows/kit/replay.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import { signInFlow } from './sign-in.flow.ts'

const dir = mkdtempSync(join(tmpdir(), 'kho-path-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const path = { machine: 'sign-in', start: 'without a pin', steps: ['submit pin', 'initPin: ok'] }

function read(change: object): PathFile {
  const file = join(dir, 'path.json')
  writeFileSync(file, JSON.stringify({ ...path, ...change }))
  return readPathFile(file)
}
const replay = (change: object) => replayedPath(signInMachine, untyped(signInFlow), read(change))

test('a file is walked again by the labels of its steps', () => {
  const { steps } = replay({})
  expect(steps.slice(1).map(({ event }) => labelOf(event))).toEqual(path.steps)
  expect(steps.at(-1)?.state.value).toBe('done')
})

test('a file that names what does not exist is refused in one sentence', () => {
  expect(() => readPathFile(join(dir, 'none.json'))).toThrow(/^There is no file .*none\.json\.$/)
  expect(() => read({ steps: 'all' })).toThrow(/does not have a machine, a start and steps\.$/)
  expect(() => read({ machine: 'sign-off' })).toThrow(/names the machine "sign-off", which does not exist\.$/)
  expect(() => replay({ start: 'asleep' })).toThrow(/^The flow "sign-in" has no start "asleep" here/)
  expect(() => replay({ steps: ['submit pin', 'submit pun'] })).toThrow(
    /^The flow "sign-in" does not have this path here: step 2, "submit pun", cannot happen there, but .*"initPin: ok"/,
  )
})
