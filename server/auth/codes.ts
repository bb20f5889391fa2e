import { randomInt } from 'node:crypto'
import { recoveryAlphabet, recoveryCodeOf } from '../../domain/code.ts'
import { codeDigits } from '../../domain/limits.ts'
import type { Database } from '../store/open.ts'
import { findTwoStep, takeRecoveryCode, takeStep } from '../store/two-step.ts'
import type { Vault } from '../vault/vault.ts'
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

/** Accepts a code of the app or a recovery code, and returns which; null if it is not valid. `now`: unix seconds. */
export async function takeCode(
  db: Database,
  vault: Vault,
  userId: string,
  code: string,
  now: number,
): Promise<'app' | 'recovery' | null> {
  const text = recoveryCodeOf(code)
  if (/^[0-9]{6}$/.test(text)) return (await takeAppCode(db, vault, userId, text, now)) ? 'app' : null
  const hashes = vault.digests(recoveryText(userId, text))
  return (await takeRecoveryCode(db, userId, hashes)) ? 'recovery' : null
}

/** New recovery codes to show (50 bits each, `k3m9x-20vtq`), and their hashes. */
export function newRecoveryCodes(vault: Vault, userId: string): { codes: string[]; hashes: string[] } {
  const codes = new Set<string>()
  while (codes.size < recoveryCodes) codes.add(`${letters(5)}-${letters(5)}`)
  const shown = [...codes]
  return { codes: shown, hashes: shown.map(code => vault.digest(recoveryText(userId, recoveryCodeOf(code)))) }
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
