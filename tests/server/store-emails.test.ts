import { beforeEach, expect, test } from 'vitest'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import { emailHolder, keepEmailUndo, setEmail } from '../../server/store/email-changes.ts'
import type { Database } from '../../server/store/open.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { withLockedUser } from '../../server/store/with-locked-user.ts'
import { onEachStore } from './support/stores.ts'

const now = 1_800_000_000
const terms: NewUser = {
  ...{ email: 'an@example.com', name: 'An', passwordHash: 'hash' },
  ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false },
  ...{ permission: 'full-control', requireChangePass: false },
}

onEachStore((_kind, open) => {
  let db: Database
  let account: { accountId: string; userId: string }

  beforeEach(async context => {
    db = await open(context, () => undefined)
    account = (await createAccount(db, { name: 'Kho nhà', now }, terms))!
  })

  const add = (email: string, at = now) =>
    db
      .transaction()
      .execute(trx => createUser(trx, { accountId: account.accountId, now: at }, { ...terms, email }))

  async function emails(): Promise<string[]> {
    const rows = await db.selectFrom('users').select('email').orderBy('email').execute()
    return rows.map(({ email }) => email)
  }

  /** Leaves the old address to the user for a day. */
  async function change(userId: string, from: string, to: string): Promise<boolean> {
    return withLockedUser(db, userId, async trx => {
      if (!(await setEmail(trx, userId, to, now))) throw new Error('taken')
      const undo = { hash: `${from} → ${to}`, userId, email: from, changedAt: now, expiresAt: now + 86_400 }
      await keepEmailUndo(trx, undo)
      return true
    }).catch(error => {
      if (error instanceof Error && error.message === 'taken') return false
      throw error
    })
  }

  test('an address has one user, and a former one waits for its user', async () => {
    const other = (await add('binh@example.com'))!
    expect(await change(other, 'binh@example.com', 'an@example.com')).toBe(false)
    expect(await emails()).toEqual(['an@example.com', 'binh@example.com'])
    expect(await change(account.userId, 'an@example.com', 'moi@example.com')).toBe(true)
    const holder = { id: account.userId, accountId: account.accountId }
    expect(await emailHolder(db, 'moi@example.com', now)).toEqual(holder)
    expect(await emailHolder(db, 'an@example.com', now)).toEqual(holder)
    expect(await change(other, 'binh@example.com', 'an@example.com')).toBe(false)
    expect(await add('an@example.com')).toBe(null)
    expect(await emails()).toEqual(['binh@example.com', 'moi@example.com'])
    expect(await emailHolder(db, 'an@example.com', now + 86_400)).toBe(null)
    expect(await change(account.userId, 'moi@example.com', 'an@example.com')).toBe(true)
    expect(await add('an@example.com', now + 86_400)).toBe(null)
  })

  test('an address has one user in each of its forms', async () => {
    const id = await add("shane.o'neil@Bücher.example")
    expect(await add("Shane.O'Neil@xn--bcher-kva.example")).toBe(null)
    for (const form of ["shane.o'neil@bücher.example", "shane.o'neil@XN--BCHER-KVA.example"])
      expect((await findUserByEmail(db, form))?.id).toBe(id)
  })

  test('an address that is left at this moment is nobody else’s', async () => {
    const others = [(await add('binh@example.com'))!, (await add('chi@example.com'))!]
    const [left, ...got] = await Promise.all([
      change(account.userId, 'an@example.com', 'moi@example.com'),
      ...others.map((id, i) => change(id, ['binh@example.com', 'chi@example.com'][i]!, 'an@example.com')),
      ...[1, 2, 3].map(async () => (await add('an@example.com')) !== null),
    ])
    expect([left, got]).toEqual([true, [false, false, false, false, false]])
    expect(await emails()).toEqual(['binh@example.com', 'chi@example.com', 'moi@example.com'])
  })
})
