import { beforeEach, expect, test } from 'vitest'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import { addChallenge, findChallenge, pruneChallenges, takeChallenge } from '../../server/store/challenges.ts'
import type { Database, Transaction } from '../../server/store/open.ts'
import {
  findPasswordReset,
  findPinReset,
  keepPasswordReset,
  keepPinReset,
  pruneResets,
  takePasswordReset,
  takePinReset,
} from '../../server/store/resets.ts'
import {
  confirmSession,
  createSession,
  endOldSessions,
  endOtherSessions,
  endSessionByToken,
  endSessionOf,
  findSession,
  listSessions,
  touchSession,
} from '../../server/store/sessions.ts'
import {
  countRecoveryCodes,
  findTwoStep,
  keepPending,
  prunePending,
  replaceRecoveryCodes,
  setConfirmationMethod,
  switchOff,
  switchOn,
  takeRecoveryCode,
  takeStep,
} from '../../server/store/two-step.ts'
import { findUser, lockUser, recordSignIn, setPassword, setPin } from '../../server/store/users.ts'
import { alone } from './support/alone.ts'
import { onEachStore } from './support/stores.ts'

const now = 1_800_000_000
const place = { address: '192.0.2.1', userAgent: 'Mozilla/5.0' }

const owner: NewUser = {
  email: 'owner@example.com',
  name: 'Chủ',
  passwordHash: 'hash',
  isAdmin: true,
  isSupperAdmin: true,
  isSubUser: false,
  permission: 'full-control',
  requireChangePass: false,
}

function tokens(name: string) {
  return {
    accessHash: `access ${name}`,
    accessExpiresAt: now + 900,
    refreshHash: `refresh ${name}`,
    refreshExpiresAt: now + 2_592_000,
  }
}

onEachStore((kind, open) => {
  let db: Database
  let sql: string[] = []
  let userId: string
  let otherId: string
  beforeEach(async context => {
    db = await open(context, event => sql.push(event.query.sql))
    const made = await createAccount(db, { name: 'Kho nhà', now }, owner)
    userId = made!.userId
    const sub = { ...owner, email: 'sub@example.com', isAdmin: false, isSupperAdmin: false, isSubUser: true }
    otherId = (await createUser(alone(db), { accountId: made!.accountId, now }, sub))!
  })

  /** How many of eight attempts at once go through, each in a transaction of its own. */
  async function atOnce(attempt: (trx: Transaction, number: number) => Promise<boolean>): Promise<number> {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => db.transaction().execute(trx => attempt(trx, i))),
    )
    return outcomes.filter(Boolean).length
  }

  async function twoStep(): Promise<void> {
    expect(await keepPending(db, userId, 'sealed', now + 600)).toBe(true)
    expect(await switchOn(db, userId, 'sealed', 100)).toBe(true)
  }

  test('a time step is taken once, and none up to it afterwards', async () => {
    await twoStep()
    expect(await atOnce(trx => takeStep(trx, userId, 101))).toBe(1)
    expect([await takeStep(db, userId, 100), await takeStep(db, userId, 102)]).toEqual([false, true])
    expect(await takeStep(db, otherId, 103)).toBe(false)
  })

  test('a set-up is switched on once, and is not begun while it is on', async () => {
    await keepPending(db, userId, 'first', now + 600)
    await keepPending(db, userId, 'second', now + 600)
    expect(await switchOn(db, userId, 'first', 100)).toBe(false)
    expect(await atOnce(trx => switchOn(trx, userId, 'second', 100))).toBe(1)
    expect(await findTwoStep(db, userId)).toEqual({
      on: true,
      secret: 'second',
      pending: null,
      pendingUntil: 0,
    })
    expect(await keepPending(db, userId, 'third', now + 600)).toBe(false)
  })

  test('switching off forgets the secret, the codes and the method', async () => {
    expect(await setConfirmationMethod(alone(db), userId, 'two-step')).toBe(false)
    await twoStep()
    expect(await setConfirmationMethod(alone(db), userId, 'two-step')).toBe(true)
    expect((await findUser(db, userId))?.confirmationMethod).toBe('two-step')
    await replaceRecoveryCodes(alone(db), userId, ['a', 'b'])
    await addChallenge(alone(db), { hash: 'challenge', userId, expiresAt: now + 300 }, 5)
    await switchOff(alone(db), userId)
    const off = { on: false, secret: null, pending: null, pendingUntil: 0 }
    expect(await findTwoStep(db, userId)).toEqual(off)
    expect(await countRecoveryCodes(db, userId)).toBe(0)
    expect(await findChallenge(db, 'challenge', now)).toBe(null)
    expect(await findUser(db, userId)).toMatchObject({ twoStep: false, confirmationMethod: 'pin' })
  })

  test('a recovery code is its user’s, and taken once', async () => {
    await replaceRecoveryCodes(alone(db), userId, ['a', 'b', 'c'])
    expect(await takeRecoveryCode(db, otherId, ['a'])).toBe(false)
    expect(await atOnce(trx => takeRecoveryCode(trx, userId, ['a']))).toBe(1)
    expect(await countRecoveryCodes(db, userId)).toBe(2)
    await replaceRecoveryCodes(alone(db), userId, ['d'])
    expect([await takeRecoveryCode(db, userId, ['b']), await takeRecoveryCode(db, userId, ['d'])]).toEqual([
      false,
      true,
    ])
  })

  test('a challenge is taken once, in time', async () => {
    await addChallenge(alone(db), { hash: 'one', userId, expiresAt: now + 300 }, 5)
    await addChallenge(alone(db), { hash: 'two', userId, expiresAt: now + 300 }, 5)
    expect(await findChallenge(db, 'one', now + 299)).toBe(userId)
    expect(await findChallenge(db, 'one', now + 300)).toBe(null)
    expect(await atOnce(trx => takeChallenge(trx, 'one', now))).toBe(1)
    expect(await takeChallenge(db, 'two', now + 300)).toBe(false)
  })

  test('of a user’s challenges the newest are kept', async () => {
    const add = (hash: string, of: string, age: number) =>
      addChallenge(alone(db), { hash, userId: of, expiresAt: now + 300 - age }, 2)
    await add('other', otherId, 9)
    for (const [i, hash] of ['a', 'b', 'c', 'd'].entries()) await add(hash, userId, 4 - i)
    const left = await db.selectFrom('sign_in_challenges').select('hash').orderBy('hash').execute()
    expect(left.map(each => each.hash)).toEqual(['c', 'd', 'other'])
  })

  test('of links the newest counts, once, in time', async () => {
    await keepPasswordReset(alone(db), { userId, hash: 'first', expiresAt: now + 3600 })
    await keepPasswordReset(alone(db), { userId, hash: 'second', expiresAt: now + 3600 })
    await keepPasswordReset(alone(db), { userId: otherId, hash: 'other', expiresAt: now + 3600 })
    expect(await findPasswordReset(db, 'first', now)).toBe(null)
    expect(await findPasswordReset(db, 'second', now + 3600)).toBe(null)
    expect(await findPasswordReset(db, 'second', now + 3599)).toBe(userId)
    expect(await atOnce(trx => takePasswordReset(trx, 'second', now))).toBe(1)
    expect(await findPasswordReset(db, 'other', now)).toBe(otherId)
  })

  test('of mailed codes the newest counts, once, in time', async () => {
    await keepPinReset(db, { userId, hash: 'first', expiresAt: now + 600 })
    await keepPinReset(db, { userId, hash: 'second', expiresAt: now + 700 })
    expect(await findPinReset(db, userId, now + 699)).toBe('second')
    expect(await findPinReset(db, userId, now + 700)).toBe(null)
    expect(await takePinReset(db, userId, ['first'], now)).toBe(false)
    expect(await takePinReset(db, otherId, ['second'], now)).toBe(false)
    expect(await atOnce(trx => takePinReset(trx, userId, ['second'], now))).toBe(1)
  })

  test('a new password spends links and half sign-ins, and can end this session too', async () => {
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await createSession(db, { userId: otherId, ...place }, tokens('other'), now)
    await addChallenge(alone(db), { hash: 'challenge', userId, expiresAt: now + 300 }, 5)
    await keepPasswordReset(alone(db), { userId, hash: 'link', expiresAt: now + 3600 })
    const change = { userId, oldHash: 'hash', newHash: 'new hash', keepSession: null }
    expect(await atOnce(trx => setPassword(trx, change))).toBe(1)
    expect(await findSession(db, 'access 1', now)).toBe(null)
    expect(await findChallenge(db, 'challenge', now)).toBe(null)
    expect(await findPasswordReset(db, 'link', now)).toBe(null)
    expect((await findSession(db, 'access other', now))?.user.id).toBe(otherId)
  })

  test('a new pin takes back what the old one confirmed', async () => {
    await db.updateTable('users').set({ pin_hash: 'old' }).where('id', '=', userId).execute()
    const id = await createSession(db, { userId, ...place }, tokens('1'), now)
    await confirmSession(db, id, now + 300)
    expect((await findSession(db, 'access 1', now))?.confirmedUntil).toBe(now + 300)
    expect(await atOnce((trx, i) => setPin(trx, { userId, oldHash: 'old', newHash: `new ${i}` }))).toBe(1)
    expect((await findSession(db, 'access 1', now))?.confirmedUntil).toBe(0)
  })

  test('a user’s sessions are listed and ended, another’s are not', async () => {
    const first = await createSession(db, { userId, ...place }, tokens('1'), now)
    const second = await createSession(db, { userId, ...place }, tokens('2'), now)
    const other = await createSession(db, { userId: otherId, ...place }, tokens('other'), now)
    const elsewhere = { address: '2001:db8::1', userAgent: 'curl/8' }
    await touchSession(db, { id: second, lastUsedAt: now }, elsewhere, now + 59)
    await touchSession(db, { id: first, lastUsedAt: now }, elsewhere, now + 60)
    expect(await listSessions(db, userId, now + 60)).toEqual([
      { id: first, createdAt: now, lastUsedAt: now + 60, ...elsewhere },
      { id: second, createdAt: now, lastUsedAt: now, ...place },
    ])
    expect(await endSessionOf(db, userId, other)).toBe(null)
    expect(await endSessionOf(db, userId, first)).toEqual(elsewhere)
    expect(await endSessionOf(db, userId, first)).toBe(null)
    await createSession(db, { userId, ...place }, tokens('3'), now)
    expect(await endOtherSessions(alone(db), userId, second)).toBe(1)
    expect((await listSessions(db, userId, now)).map(each => each.id)).toEqual([second])
    expect((await listSessions(db, otherId, now)).map(each => each.id)).toEqual([other])
  })

  test('of a user’s sessions those used last are kept, of another’s all', async () => {
    for (const [name, age] of Object.entries({ middle: 20, oldest: 30, latest: 10 })) {
      const id = await createSession(db, { userId, address: name, userAgent: '' }, tokens(name), now - 100)
      await touchSession(db, { id, lastUsedAt: 0 }, { address: name, userAgent: '' }, now - age)
    }
    await createSession(db, { userId: otherId, ...place }, tokens('other'), now - 100)
    expect(await endOldSessions(db, userId, 3)).toEqual([])
    const old = await endOldSessions(db, userId, 1)
    expect(old.map(each => each.address).sort()).toEqual(['middle', 'oldest'])
    expect((await listSessions(db, userId, now)).map(each => each.address)).toEqual(['latest'])
    expect((await listSessions(db, otherId, now)).length).toBe(1)
    const ended = { userId, address: 'latest', userAgent: '' }
    expect(await endSessionByToken(db, 'access latest')).toEqual(ended)
    expect(await endSessionByToken(db, 'access latest')).toBe(null)
  })

  test.each([
    ['the account is suspended', 'accounts', { suspended: 1 }],
    ['the account has expired', 'accounts', { expire_date: now }],
    ['the user has expired', 'users', { expire_date: now }],
  ] as const)('a session does not count while %s', async (_name, table, row) => {
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await db
      .updateTable(table as 'accounts')
      .set(row as { suspended: number })
      .execute()
    expect(await findSession(db, 'access 1', now)).toBe(null)
  })

  test('pruning forgets what is over, and nothing else', async () => {
    for (const [name, id, life] of [
      ['old', userId, 0],
      ['new', otherId, 1],
    ] as const) {
      const expiresAt = now + life
      await addChallenge(alone(db), { hash: name, userId: id, expiresAt }, 5)
      await keepPasswordReset(alone(db), { userId: id, hash: name, expiresAt })
      await keepPinReset(db, { userId: id, hash: name, expiresAt })
      await keepPending(db, id, name, expiresAt)
    }
    await pruneChallenges(db, now)
    await pruneResets(db, now)
    await prunePending(db, now)
    for (const table of ['sign_in_challenges', 'password_resets', 'pin_resets'] as const) {
      expect(await db.selectFrom(table).select('hash').execute()).toEqual([{ hash: 'new' }])
    }
    expect([(await findTwoStep(db, userId))?.pending, (await findTwoStep(db, otherId))?.pending]).toEqual([
      null,
      'new',
    ])
  })

  test('the queries are these', async () => {
    const id = await createSession(db, { userId, ...place }, tokens('1'), now)
    sql = []
    await touchSession(db, { id, lastUsedAt: 0 }, place, now)
    await confirmSession(db, id, now)
    await listSessions(db, userId, now)
    await endOtherSessions(alone(db), userId, id)
    await endOldSessions(db, userId, 50)
    await endSessionByToken(db, 'access')
    await endSessionOf(db, userId, id)
    await lockUser(alone(db), userId)
    await recordSignIn(db, userId, 'en', now)
    await setPassword(alone(db), { userId, oldHash: 'hash', newHash: 'new', keepSession: id })
    await setPin(alone(db), { userId, oldHash: 'old', newHash: 'new' })
    await keepPending(db, userId, 'sealed', now)
    await switchOn(db, userId, 'sealed', 1)
    await findTwoStep(db, userId)
    await takeStep(db, userId, 2)
    await setConfirmationMethod(alone(db), userId, 'two-step')
    await replaceRecoveryCodes(alone(db), userId, ['a'])
    await countRecoveryCodes(db, userId)
    await takeRecoveryCode(db, userId, ['a'])
    await switchOff(alone(db), userId)
    await addChallenge(alone(db), { hash: 'a', userId, expiresAt: now }, 5)
    await findChallenge(db, 'a', now)
    await takeChallenge(db, 'a', now)
    await keepPasswordReset(alone(db), { userId, hash: 'a', expiresAt: now })
    await findPasswordReset(db, 'a', now)
    await takePasswordReset(db, 'a', now)
    await keepPinReset(db, { userId, hash: 'a', expiresAt: now })
    await findPinReset(db, userId, now)
    await takePinReset(db, userId, ['a'], now)
    expect(sql.join('\n')).toMatchSnapshot(kind)
  })
})
