import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { temporaryFolder } from './support.ts'

test('what could wait and then could not be written is reported, and hinders nothing else', async () => {
  const dir = temporaryFolder()
  const db = openDatabase(dir)
  onTestFinished(() => {
    db.close()
    rmSync(dir, { recursive: true })
  })
  const lost: unknown[] = []
  const halt = createHalt(() => undefined)
  const commits = openCommits(db, halt, undefined, error => lost.push(error))
  commits.later(() => {
    throw new Error('no such table')
  })
  let written = false
  commits.later(() => {
    written = true
  })
  expect(await commits.run(() => 'done')).toBe('done')
  expect({ written, lost }).toEqual({ written: true, lost: [new Error('no such table')] })
})
