import type { Database, Transaction } from './open.ts'

/** Wrong pins in a row after which the user must wait, in seconds; after the last one only a new pin helps. */
const rounds = [
  { wrong: 10, wait: 15 * 60 },
  { wrong: 15, wait: 60 * 60 },
] as const
const mostWrong = 20

/** `wait`: seconds; `blocked`: only a new pin by a mailed code helps. */
export type PinTry = { kind: 'taken'; wrong: number } | { kind: 'wait'; wait: number } | { kind: 'blocked' }

/**
 * Counts a try as wrong before the pin is checked, or refuses it. Call `forgetWrongPins` if the pin is correct, and
 * `releasePinTry` if it was not checked. For a transaction that locks the user's row. `now`: unix seconds.
 */
export async function takePinTry(db: Transaction, userId: string, now: number): Promise<PinTry> {
  const row = await db
    .selectFrom('wrong_pins')
    .select(['count', 'wait_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row && row.count >= mostWrong) return { kind: 'blocked' }
  if (row && row.wait_until > now) return { kind: 'wait', wait: row.wait_until - now }
  const wrong = (row?.count ?? 0) + 1
  const round = rounds.find(each => each.wrong === wrong)
  const values = { count: wrong, wait_until: round ? now + round.wait : 0 }
  await db
    .insertInto('wrong_pins')
    .values({ user_id: userId, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return { kind: 'taken', wrong }
}

/** Whether the wrong pin with this count begins the first wait. */
export function beginsFirstWait(wrong: number): boolean {
  return wrong === rounds[0].wrong
}

/** Uncounts a try whose pin was not checked, and cancels the wait that it began. */
export async function releasePinTry(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('wrong_pins')
    .set(query => ({ count: query('count', '-', 1), wait_until: 0 }))
    .where('user_id', '=', userId)
    .where('count', '>', 0)
    .execute()
}

/** Call after the correct pin, or when a new one was set. */
export async function forgetWrongPins(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('wrong_pins').where('user_id', '=', userId).execute()
}
