import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { generatePassword } from '../../domain/generate-password.ts'
import { type HashCost, type HashSecret, makeHashSecret } from '../auth/hash.ts'
import { adminPasswordRefusal } from '../auth/new-password.ts'
import type { Brand, Config } from '../config.ts'
import { lockDataFolder, requireWhole } from '../data-lock.ts'
import { openDisk } from '../disk.ts'
import { countLocks } from '../metrics/metrics.ts'
import { createAccount, hasUsers } from '../store/accounts.ts'
import { openLocks } from '../store/locks.ts'
import { type Database, openDatabase } from '../store/open.ts'
import { newerSchema } from '../store/schema-state.ts'
import { olderInPostgres, prepareUpgrade } from '../upgrade.ts'
import { openVault, otherSecret } from '../vault/open-vault.ts'
import { readOrMakeSecrets } from '../vault/secret-files.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * Locks the data folder, and opens what the console keeps: its disk, database, locks and vault; the stack closes them.
 * `now`: unix seconds. `log`: once there is one. `upgrade`: a sentence about the upgrade that is under way; null: none.
 */
export async function openStore(
  stack: AsyncDisposableStack,
  config: Config,
  options: {
    hashCost: HashCost | undefined
    now: () => number
    log: () => Pick<FastifyBaseLogger, 'warn'> | undefined
    onHalt(message: string, cause: unknown): void
  },
) {
  const { dataDir, databaseUrl } = config
  const { now, log, onHalt } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  stack.defer(lockDataFolder(dataDir))
  requireWhole(dataDir)
  const reserve = databaseUrl === null ? config.diskReserve : 0
  const disk = openDisk({ dir: dataDir, reserve, log: message => log()?.warn(message) })
  stack.defer(() => disk.close())
  const secrets = readOrMakeSecrets(config)
  const onLost = (error: Error) => log()?.warn({ err: error }, 'A connection to PostgreSQL was lost.')
  const upgrade = await prepareUpgrade(config, disk)
  const older = olderInPostgres(config)
  let pool: pg.Pool | undefined
  const onPool = (made: pg.Pool) => {
    pool = made
  }
  const db = await openDatabase({ url: databaseUrl, dataDir, older, disk, onLost, onPool, onHalt })
  stack.defer(() => db.destroy())
  const { locks, counts: lockCounts } = countLocks(openLocks(databaseUrl, onLost))
  stack.defer(() => locks.close())
  const vault = await openVault(db, secrets, { begins: true })
  if (databaseUrl !== null) {
    const questions = [() => newerSchema(db), () => otherSecret(db, vault)]
    stack.defer(watchDatabase(questions, message => onHalt(message, null)))
  }
  const hashSecret = makeHashSecret(options.hashCost)
  const decoyHash = hashSecret('no password of anybody')
  const firstUser = await makeFirstUser({ db, hashSecret, brand: config.brand }, config.admin, now())
  return { disk, db, pool, locks, lockCounts, vault, hashSecret, decoyHash, firstUser, upgrade }
}

/** The user created on the first run. `password`: set if it was generated; it is shown once, and must be changed. */
export type FirstUser = { email: string; password: string | null }

/**
 * Creates the first account and its owner, who is also the super admin; returns null if there are users already. `now`:
 * unix seconds.
 * @throws if the given password is guessed too easily
 */
export async function makeFirstUser(
  { db, hashSecret, brand }: { db: Database; hashSecret: HashSecret; brand: Pick<Brand, 'name'> },
  admin: { email: string; password: string | null },
  now: number,
): Promise<FirstUser | null> {
  if (await hasUsers(db)) return null
  const generated = admin.password === null ? generatePassword() : null
  const name = admin.email.split('@')[0]!
  const refusal = await adminPasswordRefusal({ admin, brand })
  if (refusal !== null) throw new Error(refusal)
  const made = await createAccount(
    db,
    { name, now },
    {
      email: admin.email,
      name,
      passwordHash: await hashSecret(admin.password ?? generated!),
      isAdmin: true,
      isSupperAdmin: true,
      isSubUser: false,
      permission: 'full-control',
      requireChangePass: generated !== null,
    },
  )
  return made && { email: admin.email, password: generated }
}

/**
 * Asks every so many ms whether the database still is one that this process may write to, and calls `onEnd` with the
 * first sentence that says why not. Returns a function that ends it.
 */
export function watchDatabase(
  questions: (() => Promise<string | null>)[],
  onEnd: (message: string) => void,
  every = 10_000,
): () => void {
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    // What is down now is checked again.
    const answers = await Promise.all(questions.map(ask => ask().catch(() => null)))
    asking = false
    const message = answers.find(answer => answer !== null)
    if (message === undefined) return
    clearInterval(timer)
    onEnd(message)
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
