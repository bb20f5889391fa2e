import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reseal } from '../../server/maintenance/reseal.ts'
import { createAccount } from '../../server/store/accounts.ts'
import type { Database } from '../../server/store/open.ts'
import { findTwoStep, keepPending, switchOn } from '../../server/store/two-step.ts'
import { openVault, otherSecret } from '../../server/vault/open-vault.ts'
import {
  readOrMakeSecrets,
  readSecrets,
  removeOldSecretFile,
  replaceSecretFile,
} from '../../server/vault/secret-files.ts'
import { makeVault } from '../../server/vault/vault.ts'
import { configOf } from './support/console.ts'
import { onEachStore } from './support/stores.ts'

const [first, second, third] = ['1', '2', '3'].map(digit => digit.repeat(32)) as [string, string, string]
const stillSealed =
  'Some data is still sealed with the earlier secret: set KHO_SECRET_OLD to it, and run "kho rotate secret".'

onEachStore((_, open) => {
  let db: Database
  beforeEach(async context => {
    db = await open(context, () => undefined)
    await openVault(db, { secret: first, earlier: null }, { begins: true })
  })
  const enter = (secret: string, earlier: string | null = null, begins = true) =>
    openVault(db, { secret, earlier }, { begins })

  test('once a process has the new one, those with the earlier one alone are told to end', async () => {
    expect(await otherSecret(db, makeVault(first))).toBe(null)
    await expect(enter(second, first, false)).rejects.toThrow('restart it with both secrets')
    expect(await otherSecret(db, makeVault(first))).toBe(null)
    await Promise.all([enter(second, first), enter(second, first)])
    expect(await otherSecret(db, makeVault(first))).toMatch(/^The secret is being replaced: /)
    expect(await otherSecret(db, makeVault(second, first))).toBe(null)
    await expect(enter(first)).rejects.toThrow('KHO_SECRET is not the secret')
    await expect(enter(second)).rejects.toThrow(stillSealed)
  })

  test('a third one waits for the end of the second, and the way back is open', async () => {
    await enter(second, first)
    await expect(enter(third, second)).rejects.toThrow(
      'KHO_SECRET_OLD is not the secret that is being replaced.',
    )
    await expect(enter(second, third)).rejects.toThrow(
      'KHO_SECRET_OLD is not the secret that is being replaced.',
    )
    const back = await enter(first, second)
    expect(back.digests('a')).toEqual([first, second].map(secret => makeVault(secret).digest('a')))
  })

  test('digests of all secrets before are known', async () => {
    for (const [secret, earlier] of [
      [second, first],
      [third, second],
    ] as const) {
      const vault = await enter(secret, earlier)
      const signal = new AbortController().signal
      await reseal(
        { db, vault, engine: null, config: { secret, dataDir: '' }, now: Date.now },
        { say: () => undefined, signal },
      )
    }
    const vault = await enter(third)
    expect(vault.digests('a').toSorted()).toEqual(
      [first, second, third].map(secret => makeVault(secret).digest('a')).toSorted(),
    )
    expect(vault.digests('a')[0]).toBe(vault.digest('a'))
  })

  test('two-step verification that is confirmed between any two batches opens with the new secret', async () => {
    const context = 'users.two_step_pending'
    const people: string[] = []
    for (const name of Array.from({ length: 9 }, (_, i) => `nguoi-${i}`)) {
      const made = await createAccount(
        db,
        { name, now: 0 },
        {
          ...{ email: `${name}@example.com`, name, passwordHash: 'hash' },
          ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false },
          ...{ permission: 'full-control', requireChangePass: false },
        },
      )
      people.push(made!.userId)
      await keepPending(db, made!.userId, makeVault(first).seal('khóa', context, made!.userId), 1e10)
    }
    const vault = await enter(second, first)
    const waiting = people.values()
    const execute = async <T>(work: (trx: Database) => Promise<T>) => {
      const done = await db.transaction().execute(work)
      const { value: id } = waiting.next()
      if (id !== undefined) await switchOn(db, id, (await findTwoStep(db, id))!.pending!, 1)
      return done
    }
    const beside = new Proxy(db, {
      get: (real, name) => (name === 'transaction' ? () => ({ execute }) : Reflect.get(real, name, real)),
    })
    await reseal(
      { db: beside, vault, engine: null, config: { secret: second, dataDir: '' }, now: Date.now },
      { say: () => undefined, signal: new AbortController().signal },
    )
    for (const id of people) {
      const { secret } = (await findTwoStep(db, id))!
      expect(makeVault(second).open(secret!, 'users.two_step_secret', id)).toBe('khóa')
    }
  })
})

describe('the files of the secret', () => {
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
})
