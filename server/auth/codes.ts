import { randomInt } from 'node:crypto'
import { recoveryAlphabet, recoveryCodeOf } from '../../domain/code.ts'
import { codeDigits } from '../../domain/limits.ts'
import type { Database } from '../store/open.ts'
import { findTwoStep, listRecoveryCodes, takeRecoveryCode, takeStep } from '../store/two-step.ts'
import type { Vault } from '../vault/vault.ts'
import { type HashSecret, hashLike } from './hash.ts'
import { totpStep } from './totp.ts'

const recoveryCodes = 10

/**
 * Accepts a code of the user's authenticator app, each code once for any purpose. False if it is wrong or was used, or
 * two-step verification is off. `now`: unix seconds.
 */
export async function takeAppCode(
  db: Database,
  vault: Vault,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const kept = await findTwoStep(db, userId)
  if (!kept?.on || kept.secret === null) return false
  const step = totpStep(
    vault.open(kept.secret, 'users.two_step_secret', userId),
    code.replace(/\s/g, ''),
    now,
  )
  return step !== null && (await takeStep(db, userId, step))
}

/** A code as it was typed, without spaces. `hashes`: what it may be stored as if it is a recovery code. */
export type TypedCode = { text: string; hashes: string[] }

const isAppCode = (text: string) => /^[0-9]{6}$/.test(text)

/** Hashes what may be a recovery code, outside of the transaction that takes it. Throws `Busy`. */
export async function readCode(db: Database, vault: Vault, userId: string, code: string): Promise<TypedCode> {
  const text = recoveryCodeOf(code)
  if (isAppCode(text)) return { text, hashes: [] }
  const digests = vault.digests(recoveryText(userId, text))
  // Earlier versions stored the digest itself.
  const hashes = [...digests]
  // A user's codes have one salt, so one of them stands for all.
  const [stored] = (await listRecoveryCodes(db, userId)).filter(hash => hash.startsWith('$'))
  if (stored !== undefined) for (const digest of digests) hashes.push(await hashLike(digest, stored))
  return { text, hashes }
}

/** Accepts a code of the app or a recovery code, and returns which; null if it is not valid. `now`: unix seconds. */
export async function takeCode(
  db: Database,
  vault: Vault,
  userId: string,
  { text, hashes }: TypedCode,
  now: number,
): Promise<'app' | 'recovery' | null> {
  if (isAppCode(text)) return (await takeAppCode(db, vault, userId, text, now)) ? 'app' : null
  return (await takeRecoveryCode(db, userId, hashes)) ? 'recovery' : null
}

/** Recovery codes to show, and what is stored of them. */
export type RecoveryCodes = { codes: string[]; hashes: string[] }

/** New recovery codes (50 bits each, `k3m9x-20vtq`). All have one salt: a code is then hashed once to be found. Throws `Busy`. */
export async function newRecoveryCodes(
  hashSecret: HashSecret,
  vault: Vault,
  userId: string,
): Promise<RecoveryCodes> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodes) codes.add(`${letters(5)}-${letters(5)}`)
  const [first, ...others] = [...codes].map(code => vault.digest(recoveryText(userId, recoveryCodeOf(code))))
  const hashes = [await hashSecret(first!)]
  for (const digest of others) hashes.push(await hashLike(digest, hashes[0]!))
  return { codes: [...codes], hashes }
}

export function newMailCode(): string {
  return String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
}

function recoveryText(userId: string, code: string): string {
  return `recovery code ${userId} ${code}`
}

function letters(count: number): string {
  return Array.from({ length: count }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
}
