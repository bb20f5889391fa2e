import { randomBytes } from 'node:crypto'
import type { ConfirmationTicket } from '../../openapi/schema.ts'
import { keepTicket } from '../store/confirmation-tickets.ts'
import type { Transaction } from '../store/open.ts'
import { hashToken } from './tokens.ts'

/** Seconds that a ticket is valid. */
const ticketLife = 300

const shape = /^kct_[\w-]{43}$/

/** Whether what was sent in the place of PIN or code is a ticket. */
export function isTicket(answer: string): boolean {
  return shape.test(answer)
}

/**
 * Makes a ticket of 256 random bits, which replaces the session's earlier one: it confirms the user once, sent by the same
 * session in the place of PIN or code. Call once the user was confirmed in another way, in a transaction that locks the
 * user's row. `now`: unix seconds.
 */
export async function makeTicket(
  db: Transaction,
  of: { userId: string; sessionId: string },
  now: number,
): Promise<ConfirmationTicket> {
  const pin = `kct_${randomBytes(32).toString('base64url')}`
  await keepTicket(db, { ...of, hash: hashToken(pin) }, now + ticketLife)
  return { pin, expires_in: ticketLife }
}
