import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { untyped } from '../../flows/kit/flow.ts'
import { type PathFile, readPathFile } from '../../flows/kit/path-file.ts'
import { labelOf } from '../../flows/kit/paths.ts'
import { replayedPath } from '../../flows/kit/replay.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { sessionFlow } from './session.flow.ts'

const dir = mkdtempSync(join(tmpdir(), 'kho-path-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const path = {
  machine: 'session',
  start: 'when the page opens',
  steps: ['restoreUser: ok (2)', 'submit pin', 'initPin: ok'],
}

function read(change: object): PathFile {
  const file = join(dir, 'path.json')
  writeFileSync(file, JSON.stringify({ ...path, ...change }))
  return readPathFile(file)
}
const replay = (change: object) => replayedPath(sessionMachine, untyped(sessionFlow), read(change))

test('a file is walked again by the labels of its steps', () => {
  const { steps } = replay({})
  expect(steps.slice(1).map(({ event }) => labelOf(event))).toEqual(path.steps)
  expect(steps.at(-1)?.state.value).toEqual({
    signedIn: { open: { validity: { active: 'idle' }, steps: 'console' } },
  })
})

test('a file that names what does not exist is refused in one sentence', () => {
  expect(() => readPathFile(join(dir, 'none.json'))).toThrow(/^There is no file .*none\.json\.$/)
  expect(() => read({ steps: 'all' })).toThrow(/does not have a machine, a start and steps\.$/)
  expect(() => read({ machine: 'sign-off' })).toThrow(/names the machine "sign-off", which does not exist\.$/)
  expect(() => replay({ start: 'asleep' })).toThrow(/^The flow "session" has no start "asleep" here/)
  expect(() => replay({ steps: ['restoreUser: ok (2)', 'submit pin', 'submit pun'] })).toThrow(
    /^The flow "session" does not have this path here: step 3, "submit pun", cannot happen there, but .*"initPin: ok"/,
  )
})
