import { beforeEach, expect, test } from 'vitest'
import { reseal } from '../../server/maintenance/reseal.ts'
import { openVault, otherSecret } from '../../server/open-vault.ts'
import { makeVault } from '../../server/secret.ts'
import type { Database } from '../../server/store/open.ts'
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
    await expect(enter(second, first, false)).rejects.toThrow('restart it with both')
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
})
