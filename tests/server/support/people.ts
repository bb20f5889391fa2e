import type { S3 } from '@aws-sdk/client-s3'
import type { Scope } from '../../../domain/scope.ts'
import type { Permission } from '../../../openapi/schema.ts'
import { newTokens } from '../../../server/auth/tokens.ts'
import { createAccount, createUser } from '../../../server/store/accounts.ts'
import { createSession } from '../../../server/store/sessions.ts'
import { findSetting } from '../../../server/store/settings.ts'
import { findUserByEmail } from '../../../server/store/users.ts'
import { withMethods } from '../../support/s3.ts'
import { alone } from './alone.ts'
import { owner, type TestConsole, Visitor } from './console.ts'

/** What everybody made here signs in and confirms with. */
export const password = owner.password
export const pin = '2580'

export type Person = { id: string; accountId: string; email: string }

/** An S3 client with the keys that the console uses for the person. */
export async function clientOf({ kho }: TestConsole, person: Person): Promise<S3> {
  const user = await findUserByEmail(kho.services.db, person.email)
  return withMethods((await kho.services.access.clientForUser(user!)).client)
}

/** Makes people without going through the API, so that a test may have many of them at little cost. */
export async function makePeople(console: TestConsole) {
  const { db, hashSecret } = console.kho.services
  const [passwordHash, pinHash] = await Promise.all([hashSecret(password), hashSecret(pin)])
  const now = () => Math.floor(console.kho.services.now() / 1000)
  const role = { isAdmin: false, isSupperAdmin: false, isSubUser: false, requireChangePass: false }

  async function withPin(person: Person): Promise<Person> {
    await db.updateTable('users').set({ pin_hash: pinHash }).where('id', '=', person.id).execute()
    return person
  }

  async function first(): Promise<Person> {
    const { id, account_id, email } = await db
      .selectFrom('users')
      .select(['id', 'account_id', 'email'])
      .where('is_supper_admin', '=', 1)
      .executeTakeFirstOrThrow()
    return { id, accountId: account_id, email }
  }

  return {
    /** The super admin that the console was started with. */
    superAdmin: async () => withPin(await first()),

    /** The same, without a PIN unless one was set. */
    first,

    /** The owner of a new account. */
    async owner(name: string, { events = false } = {}): Promise<Person> {
      const email = `${name}@example.com`
      const account = { name, now: now(), enableBucketNotification: events }
      const made = await createAccount(db, account, {
        ...{ ...role, isAdmin: true, permission: 'full-control', email, name, passwordHash },
      })
      if (!made) throw new Error(`There is a ${email} already.`)
      return withPin({ id: made.userId, accountId: made.accountId, email })
    },

    /** A sub-user of the owner's account. */
    async subUser(
      { accountId }: Person,
      name: string,
      permission: Permission,
      more: { expireDate?: number; requireChangePass?: boolean; scope?: Scope } = {},
    ): Promise<Person> {
      const email = `${name}@example.com`
      const account = { accountId, now: now() }
      const user = { ...role, isSubUser: true, permission, email, name, passwordHash, ...more }
      const id = await createUser(alone(db), account, user)
      if (id === null) throw new Error(`There is a ${email} already.`)
      return withPin({ id, accountId, email })
    },

    /** A visitor in a new session of the person; `confirmed`: who has just confirmed its identity. */
    async visit(person: Person, { confirmed = false } = {}): Promise<Visitor> {
      const tokens = newTokens(now())
      const place = { address: '203.0.113.7', userAgent: '' }
      const id = await createSession(db, { userId: person.id, ...place }, tokens.hashed, now())
      if (confirmed) {
        const until = { confirmed_until: now() + 300 }
        await db.updateTable('sessions').set(until).where('id', '=', id).execute()
      }
      const visitor = new Visitor(console.url)
      visitor.cookie = `kho_${await findSetting(db, 'installation')}_access=${tokens.access}`
      visitor.refreshToken = tokens.refresh
      return visitor
    },
  }
}

/** Adds a sub-user without a PIN to the first account, and gives what it signs in with. */
export async function addSubUser(console: TestConsole, permission: Permission): Promise<typeof owner> {
  const people = await makePeople(console)
  const { id, email } = await people.subUser(await people.first(), permission, permission)
  await console.kho.services.db.updateTable('users').set({ pin_hash: null }).where('id', '=', id).execute()
  return { username: email, password }
}

export type People = Awaited<ReturnType<typeof makePeople>>
