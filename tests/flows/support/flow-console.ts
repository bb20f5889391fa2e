import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeHashSecret } from '../../../server/auth/hash.ts'
import { readConfig } from '../../../server/config.ts'
import { startKho } from '../../../server/kho.ts'
import { guardSignIn } from '../../../server/operations/sign-in.ts'
import { createAccount } from '../../../server/store/accounts.ts'
import { setFirstPin } from '../../../server/store/users.ts'

/** The real console with its embedded engine, on free ports, with a clock that a test can move. */
export type FlowConsole = {
  url: string
  /** Makes the owner of a new account. */
  addOwner(owner: {
    email: string
    password: string
    pin: string | null
    firstPassword: boolean
    name?: string
  }): Promise<void>
  /** Fails so many sign-ins to an e-mail address, from as many addresses. */
  failSignIns(email: string, count: number, address?: string): Promise<void>
  /** The user's pin is wrong so often that it no longer counts. */
  blockPin(email: string): Promise<void>
  /** Forgets wrong attempts and mails of all users: no limit is reached. */
  forgive(): Promise<void>
  /** Limits that are reached end in so many ms. */
  endWaits(ms: number): Promise<void>
  /** Lets the server's time pass, in ms. Sessions are not renewed meanwhile: their access lasts as long as they do. */
  pass(ms: number): void
  /** The server's time, in ms. */
  now(): number
  /** Does `work`; what it changes of the user and the account, and wrong attempts of all users, are as before after it. */
  meanwhile<T>(email: string, work: () => Promise<T>): Promise<T>
  /**
   * Somebody takes the user's pin away, makes the owner a sub-user who may only read, asks for another password or no longer, or lets
   * the user expire or the account be suspended.
   */
  change(email: string, what: keyof typeof changes): Promise<void>
  /** The server's database loses its users, or `table`, while `work` runs: calls that read it fail as nobody planned. */
  broken<T>(work: () => Promise<T>, table?: 'users' | 'attempts'): Promise<T>
  close(): Promise<void>
}

const changes = {
  'no pin': { pin_hash: null },
  reader: { is_admin: 0, is_sub_user: 1, permission: 'read' },
  'first password': { require_change_pass: 1 },
  'own password': { require_change_pass: 0 },
  expired: { expire_date: 1 },
  suspended: {},
  'two-step required': {},
  'two-step off': { two_step: 0, two_step_secret: null },
} as const

/** What a password costs is no matter of flows. */
const hashCost = { memory: 8, passes: 1 }
const hashSecret = makeHashSecret(hashCost)

/** Starts it on free ports with an own data folder and its own copy of `dist` (or of `TEST_PAGES`), which must have been built. */
export async function startFlowConsole(env: Record<string, string> = {}): Promise<FlowConsole> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kho-flow-'))
  const read = readConfig({
    KHO_PORT: '0',
    KHO_S3_PORT: '0',
    KHO_DATA_DIR: dataDir,
    KHO_LOG_LEVEL: 'silent',
    KHO_DISK_RESERVE: '0',
    KHO_API_RATE: '0',
    KHO_ADMIN_PASSWORD: 'Vuon-tao#1',
    ...env,
  })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const pages = join(dataDir, 'pages')
  cpSync(process.env.TEST_PAGES ?? join(import.meta.dirname, '../../../dist'), pages, { recursive: true })
  let passed = 0
  const now = () => Date.now() + passed
  const kho = await startKho(read.config, { now, checkResponses: true, pages, hashCost })
  const { db } = kho.services
  for (const change of ['insert', 'update of refresh_hash']) {
    await sql`create trigger ${sql.id(`lasting access after ${change}`)} after ${sql.raw(change)} on sessions begin
      update sessions set access_expires_at = refresh_expires_at where id = new.id; end`.execute(db)
  }
  const forgive = async () => {
    await db.deleteFrom('attempts').execute()
    await db.deleteFrom('wrong_pins').execute()
  }
  return {
    url: kho.consoleUrl,
    async addOwner({ email, password, pin, firstPassword, name = 'Nguyễn Thị Lan' }) {
      const made = await createAccount(
        db,
        { name: email, now: Math.floor(now() / 1000) },
        {
          email,
          name,
          passwordHash: await hashSecret(password),
          isAdmin: true,
          isSupperAdmin: false,
          isSubUser: false,
          permission: 'full-control',
          requireChangePass: firstPassword,
        },
      )
      if (!made) throw new Error(`${email} is there already`)
      if (pin !== null) await setFirstPin(db, made.userId, await hashSecret(pin))
    },
    async failSignIns(email, count, address) {
      for (let i = 0; i < count; i++) {
        const visitor = { address: address ?? `198.51.100.${i}`, userAgent: '' }
        const attempt = { by: { user: email, visitor, now: now() }, email, device: null }
        await guardSignIn(kho.services, attempt, async () => false)
      }
    },
    async blockPin(email) {
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const values = { count: 20, wait_until: 0 }
      await db
        .insertInto('wrong_pins')
        .values({ user_id: id, ...values })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
        .execute()
    },
    forgive,
    async endWaits(ms) {
      await db
        .updateTable('attempts')
        .set({ reset_at: Math.floor((now() + ms) / 1000) })
        .execute()
    },
    pass(ms) {
      passed += ms
    },
    now,
    async change(email, what) {
      const account = db.selectFrom('users').select('account_id').where('email', '=', email)
      const ofAccount = {
        ...(what === 'suspended' && { suspended: 1 }),
        ...(what.startsWith('two-step') && { require_two_step: Number(what === 'two-step required') }),
      }
      if (Object.keys(ofAccount).length > 0)
        await db.updateTable('accounts').set(ofAccount).where('id', 'in', account).execute()
      if (Object.keys(changes[what]).length > 0)
        await db.updateTable('users').set(changes[what]).where('email', '=', email).execute()
    },
    async meanwhile(email, work) {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const codes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
      try {
        return await work()
      } finally {
        await db.updateTable('users').set(user).where('id', '=', user.id).execute()
        await db.updateTable('accounts').set({ suspended: 0 }).where('id', '=', user.account_id).execute()
        await db.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
        if (codes.length > 0) await db.insertInto('recovery_codes').values(codes).execute()
        await forgive()
      }
    },
    async broken(work, table = 'users') {
      const away = `${table}_away`
      await db.schema.alterTable(table).renameTo(away).execute()
      try {
        return await work()
      } finally {
        await db.schema.alterTable(away).renameTo(table).execute()
      }
    },
    async close() {
      await kho.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
