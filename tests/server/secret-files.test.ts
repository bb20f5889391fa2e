import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  readOrMakeSecrets,
  readSecrets,
  removeOldSecretFile,
  replaceSecretFile,
} from '../../server/vault/secret-files.ts'
import { configOf } from './support/console.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-files-'))
})
const config = () => {
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return configOf({ KHO_DATA_DIR: dir })
}

test('a new secret is kept beside the earlier one until that is removed', () => {
  const { secret, earlier } = readOrMakeSecrets(config())
  expect([secret.length, earlier]).toEqual([43, null])
  replaceSecretFile(dir)
  const replaced = readSecrets(config())
  expect(replaced.earlier).toBe(secret)
  expect(replaced.secret).not.toBe(secret)
  expect(readdirSync(dir).map(name => [name, statSync(join(dir, name)).mode & 0o777])).toEqual([
    ['secret', 0o600],
    ['secret.old', 0o600],
  ])
  // Another one would be lost.
  expect(() => replaceSecretFile(dir)).toThrow('secret.old is still needed.')
  removeOldSecretFile(dir)
  expect(readSecrets(config())).toEqual({ secret: replaced.secret, earlier: null })
})

test('a replacement that was cut off before the new secret was there begins again', () => {
  const { secret } = readOrMakeSecrets(config())
  writeFileSync(join(dir, 'secret.old'), secret)
  expect(readSecrets(config())).toEqual({ secret, earlier: null })
  replaceSecretFile(dir)
  expect(readSecrets(config()).earlier).toBe(secret)
})

test('the settings come before the files', () => {
  readOrMakeSecrets(config())
  replaceSecretFile(dir)
  const env = { KHO_DATA_DIR: dir, KHO_SECRET: 'a'.repeat(32) }
  expect(readSecrets(configOf(env))).toEqual({ secret: 'a'.repeat(32), earlier: null })
  const old = { ...env, KHO_SECRET_OLD: readFileSync(join(dir, 'secret'), 'utf8') }
  expect(readSecrets(configOf(old)).earlier).toBe(old.KHO_SECRET_OLD)
  expect(existsSync(join(dir, 'secret.old'))).toBe(true)
})
