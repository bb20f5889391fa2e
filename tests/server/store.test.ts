import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { JobKind } from '../../openapi/schema.ts'
import { findAccountKey, keepAccountKey } from '../../server/store/account-keys.ts'
import { createAccount, createUser, hasUsers, type NewUser } from '../../server/store/accounts.ts'
import {
  clearAttempts,
  pruneAttempts,
  releaseAttempt,
  takeAttempt,
  takeAttempts,
} from '../../server/store/attempts.ts'
import { nextJob } from '../../server/store/job-claims.ts'
import { addJob } from '../../server/store/jobs.ts'
import { type Database, openDatabase } from '../../server/store/open.ts'
import {
  createSession,
  deleteSession,
  findSession,
  type HashedTokens,
  pruneSessions,
  rotateSession,
} from '../../server/store/sessions.ts'
import { keepSetting } from '../../server/store/settings.ts'
import { findUserByEmail, setFirstPin, setPassword } from '../../server/store/users.ts'
import { alone } from './support/alone.ts'
import { onEachStore } from './support/stores.ts'

const now = 1_800_000_000

const owner: NewUser = {
  email: 'Owner@Example.com',
  name: 'Chủ',
  passwordHash: 'hash',
  isAdmin: true,
  isSupperAdmin: true,
  isSubUser: false,
  permission: 'full-control',
  requireChangePass: true,
}

function tokens(name: string): HashedTokens {
  return {
    accessHash: `access ${name}`,
    accessExpiresAt: now + 900,
    refreshHash: `refresh ${name}`,
    refreshExpiresAt: now + 2_592_000,
  }
}

const place = { address: '192.0.2.1', userAgent: 'Mozilla/5.0' }

function present(name: string) {
  return { accessHash: `access ${name}`, refreshHash: `refresh ${name}` }
}

onEachStore((kind, open) => {
  let db: Database
  let sql: string[]
  beforeEach(async context => {
    db = await open(context, event => sql?.push(event.query.sql))
    sql = []
  })

  async function account(): Promise<{ accountId: string; userId: string }> {
    const made = await createAccount(db, { name: 'Kho nhà', now }, owner)
    if (!made) throw new Error('There is an account with this e-mail already.')
    return made
  }

  test('an account and its first user are found again as they were made', async () => {
    expect(await hasUsers(db)).toBe(false)
    const { accountId, userId } = await account()
    expect(await hasUsers(db)).toBe(true)
    expect(await findUserByEmail(db, 'OWNER@example.com')).toEqual({
      id: userId,
      accountId,
      storageUid: `kho-${accountId}`,
      accountName: 'Kho nhà',
      email: 'owner@example.com',
      name: 'Chủ',
      passwordHash: 'hash',
      pinHash: null,
      isAdmin: true,
      isSupperAdmin: true,
      isSubUser: false,
      permission: 'full-control',
      requireChangePass: true,
      expireDate: 0,
      scope: null,
      suspended: false,
      enableBucketNotification: false,
      phone: '',
      locale: null,
      twoStep: false,
      passkeys: 0,
      twoStepRequired: false,
      ssoRequired: false,
      confirmationMethod: 'pin',
    })
    expect(await findUserByEmail(db, 'other@example.com')).toBe(null)
  })

  test('an e-mail belongs to one user; a refused account leaves nothing behind', async () => {
    const { accountId } = await account()
    expect(await createUser(alone(db), { accountId, now }, owner)).toBe(null)
    expect(await createAccount(db, { name: 'Second', now }, owner)).toBe(null)
    expect(await db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'Kho nhà' }])
  })

  test('of many first accounts made at once, one is', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => createAccount(db, { name: 'Kho', now }, owner)),
    )
    expect(made.filter(each => each !== null).length).toBe(1)
    expect((await db.selectFrom('accounts').select('id').execute()).length).toBe(1)
  })

  test('a session is found by its access token while that counts [V7.2.1]', async () => {
    const { userId } = await account()
    const id = await createSession(db, { userId, ...place }, tokens('1'), now)
    const user = await findUserByEmail(db, owner.email)
    expect(await findSession(db, 'access 1', now + 899)).toEqual({
      id,
      user,
      confirmedUntil: 0,
      lastUsedAt: now,
      identity: null,
    })
    expect(await findSession(db, 'access 1', now + 900)).toBe(null)
    expect(await findSession(db, 'refresh 1', now)).toBe(null)
  })

  test('a rotation puts new tokens in the place of the present ones', async () => {
    const { userId } = await account()
    const id = await createSession(db, { userId, ...place }, tokens('1'), now)
    expect(await rotateSession(alone(db), present('1'), tokens('2'), now)).toBe('rotated')
    expect((await findSession(db, 'access 2', now))?.id).toBe(id)
    expect(await findSession(db, 'access 1', now)).toBe(null)
  })

  test('a rotation needs both tokens of one session, in time', async () => {
    const { userId } = await account()
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await createSession(db, { userId, ...place }, tokens('2'), now)
    const crossed = { accessHash: 'access 1', refreshHash: 'refresh 2' }
    expect(await rotateSession(alone(db), crossed, tokens('3'), now)).toBe('unknown')
    expect(await rotateSession(alone(db), present('1'), tokens('3'), now + 2_592_000)).toBe('unknown')
    expect(await rotateSession(alone(db), present('4'), tokens('3'), now)).toBe('unknown')
  })

  test('a used refresh token ends its session, and no other', async () => {
    const { userId } = await account()
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await createSession(db, { userId, ...place }, tokens('other'), now)
    await rotateSession(alone(db), present('1'), tokens('2'), now)
    await rotateSession(alone(db), present('2'), tokens('3'), now)
    expect(await rotateSession(alone(db), present('1'), tokens('4'), now)).toEqual({ reused: userId })
    expect(await findSession(db, 'access 3', now)).toBe(null)
    expect(await findSession(db, 'access other', now)).not.toBe(null)
    expect(await rotateSession(alone(db), present('1'), tokens('4'), now)).toBe('unknown')
  })

  test('of many rotations at once with the same tokens, one goes through and the session ends', async () => {
    const { userId } = await account()
    await createSession(db, { userId, ...place }, tokens('1'), now)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        db.transaction().execute(trx => rotateSession(trx, present('1'), tokens(`next ${i}`), now)),
      ),
    )
    expect(outcomes.filter(outcome => outcome === 'rotated').length).toBe(1)
    expect(outcomes).toContainEqual({ reused: userId })
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await db.selectFrom('used_refresh_tokens').select('hash').execute()).toEqual([])
  })

  test('an ended session is gone', async () => {
    const { userId } = await account()
    const id = await createSession(db, { userId, ...place }, tokens('1'), now)
    await deleteSession(db, id)
    expect(await findSession(db, 'access 1', now)).toBe(null)
    expect(await rotateSession(alone(db), present('1'), tokens('2'), now)).toBe('unknown')
  })

  test('pruning forgets what no token can bring back, and nothing else', async () => {
    const { userId } = await account()
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await rotateSession(
      alone(db),
      present('1'),
      { ...tokens('2'), refreshExpiresAt: now + 3_000_000 },
      now + 5,
    )
    await createSession(db, { userId, ...place }, tokens('old'), now)
    await pruneSessions(db, now + 2_592_000, 2_592_000)
    expect(await db.selectFrom('sessions').select('access_hash').execute()).toEqual([
      { access_hash: 'access 2' },
    ])
    expect(await db.selectFrom('used_refresh_tokens').select('hash').execute()).toEqual([
      { hash: 'refresh 1' },
    ])
    await pruneSessions(db, now + 2_592_005, 2_592_000)
    expect(await db.selectFrom('used_refresh_tokens').select('hash').execute()).toEqual([])
  })

  test('a new password lifts the forced change and ends the other sessions', async () => {
    const { userId } = await account()
    const keepSession = await createSession(db, { userId, ...place }, tokens('1'), now)
    await createSession(db, { userId, ...place }, tokens('2'), now)
    const change = { userId, oldHash: 'hash', newHash: 'new hash', keepSession }
    expect(await setPassword(alone(db), change)).toBe(true)
    const user = await findUserByEmail(db, owner.email)
    expect([user?.passwordHash, user?.requireChangePass]).toEqual(['new hash', false])
    expect((await findSession(db, 'access 1', now))?.id).toBe(keepSession)
    expect(await findSession(db, 'access 2', now)).toBe(null)
    expect(await setPassword(alone(db), change)).toBe(false)
  })

  test('a first pin is set once', async () => {
    const { userId } = await account()
    const set = await Promise.all(['1', '2', '3'].map(pin => setFirstPin(db, userId, pin)))
    expect(set.filter(each => each).length).toBe(1)
    expect((await findUserByEmail(db, owner.email))?.pinHash).toMatch(/^[123]$/)
  })

  test('attempts are counted within their time, and refused ones do not prolong it', async () => {
    const limit = { attempts: 2, seconds: 100 }
    const take = (at: number) => takeAttempt(db, 'name', limit, at)
    expect([await take(now), await take(now + 10), await take(now + 20)]).toEqual([null, null, 80])
    expect(await take(now + 99)).toBe(1)
    expect(await take(now + 100)).toBe(null)
    expect(await takeAttempt(db, 'other name', limit, now)).toBe(null)
  })

  test('of many attempts at once no more than the limit go through', async () => {
    const limit = { attempts: 5, seconds: 100 }
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeAttempt(db, 'name', limit, now)))
    expect(waits.filter(wait => wait === null).length).toBe(5)
  })

  test('an attempt can be given back, all can be forgotten, and time forgets them too', async () => {
    const limit = { attempts: 1, seconds: 100 }
    const take = () => takeAttempt(db, 'name', limit, now)
    expect([await take(), await take()]).toEqual([null, 100])
    await clearAttempts(db, 'name')
    expect(await take()).toBe(null)
    await releaseAttempt(db, 'name')
    expect(await take()).toBe(null)
    await pruneAttempts(db, now + 99)
    expect(await take()).toBe(100)
    await pruneAttempts(db, now + 100)
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })

  test('an account keeps the first key pair', async () => {
    const { accountId } = await account()
    expect(await findAccountKey(db, accountId)).toBe(null)
    const first = { accessKey: 'AK1', sealedSecret: 'sealed 1' }
    expect(await keepAccountKey(db, accountId, first, now)).toBe(true)
    expect(await keepAccountKey(db, accountId, { accessKey: 'AK2', sealedSecret: '2' }, now)).toBe(false)
    expect(await findAccountKey(db, accountId)).toEqual(first)
  })

  test('a job of a kind that only a newer version knows is left to it', async () => {
    const { accountId, userId } = await account()
    const job = {
      ...{
        accountId,
        userId,
        visitor: 'here',
        bucketIdentity: '',
        source: null,
        sources: 0,
        target: null,
        acl: null,
        cursor: null,
      },
      ...{ input: '{}', about: '', now },
    }
    await addJob(db, { ...job, id: 'newer', bucket: 'a', kind: 'of-a-newer-version' as JobKind }, 10)
    await addJob(db, { ...job, id: 'known', bucket: 'b', kind: 'empty-bucket' }, 10)
    expect(await nextJob(db, now, ['empty-bucket'])).toBe('known')
  })

  test('several attempts are counted at once, or none', async () => {
    const limit = { attempts: 5, seconds: 60 }
    const take = (count: number, at = now) => takeAttempts(db, 'many', limit, count, at)
    expect([
      await take(3),
      await take(3, now + 10),
      await take(2, now + 10),
      await take(1, now + 59),
    ]).toEqual([...[null, 50, null, 1]])
    expect([await take(5, now + 60), await take(1, now + 60)]).toEqual([null, 60])
  })

  test('a setting keeps its first value', async () => {
    expect([await keepSetting(db, 'name', 'first'), await keepSetting(db, 'name', 'second')]).toEqual([
      'first',
      'first',
    ])
  })

  test('an account takes its users, their sessions and its key with it', async () => {
    const { accountId, userId } = await account()
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await keepAccountKey(db, accountId, { accessKey: 'AK1', sealedSecret: 'sealed' }, now)
    await db.deleteFrom('accounts').where('id', '=', accountId).execute()
    for (const table of ['users', 'sessions', 'account_keys'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('the queries that every request sends are these [V1.2.4]', async () => {
    const { userId } = await account()
    sql.length = 0
    await createSession(db, { userId, ...place }, tokens('1'), now)
    await findSession(db, 'access 1', now)
    await rotateSession(alone(db), present('1'), tokens('2'), now)
    await takeAttempt(db, 'name', { attempts: 1, seconds: 1 }, now)
    expect(sql.join('\n')).toMatchSnapshot(kind)
  })
})

test('the SQLite files are their owner’s alone in a folder that others may read [V13.3.2]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kho-store-'))
  chmodSync(dataDir, 0o755)
  const db = await openDatabase({ url: null, dataDir })
  await hasUsers(db)
  const modes = readdirSync(dataDir).map(name => [name, statSync(join(dataDir, name)).mode & 0o777])
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
  expect(modes).toEqual([
    ['kho.sqlite', 0o600],
    ['kho.sqlite-shm', 0o600],
    ['kho.sqlite-wal', 0o600],
  ])
})
