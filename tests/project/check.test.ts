import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the tree is formatted, its imports point the right way, and its types hold', {
  timeout: 180_000,
}, () => {
  const check = spawnSync('npm', ['run', 'check'], { encoding: 'utf8' })
  expect(check.status, check.stdout + check.stderr).toBe(0)
})
