import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Permission } from '../../../openapi/schema.ts'
import { hashSecret } from '../../../server/auth/hash.ts'
import type { KeyPair } from '../../../server/s3/keys.ts'
import { makeClient } from '../../../server/storage/client.ts'
import { rgwAdmin } from '../../../server/storage-admin/rgw.ts'
import { openDatabase } from '../../../server/store/open.ts'
import { makeVault } from '../../../server/vault/vault.ts'
import { seeded } from '../../engine/support.ts'
import { type Ceph, startCeph } from '../../support/ceph.ts'
import { startConsole } from '../../support/console.ts'
import { startPostgres } from '../../support/postgres.ts'
import { withMethods } from '../../support/s3.ts'
import { region, type TestConsole, type Visitor } from './console.ts'
import { startLateProxy } from './late-proxy.ts'
import { makePeople, type Person, password } from './people.ts'
import { differences, expectedOutcome, rgwRights, tableRights, tryKey } from './sync-check.ts'

/** What a round came to. `wrong`: what the storage still had otherwise than the tables, or a key that did otherwise. */
export type Round = {
  changes: number
  refused: number
  killed: string
  orphans: number
  /** ms from the last change until the storage had what the tables say. */
  settled: number
  keys: number
  wrong: string[]
}

const permissions: Permission[] = ['read', 'write', 'read-write', 'full-control']
/** ms in which the right in the table must be the right at the storage. */
const limit = 30_000

/**
 * Two consoles as processes on one PostgreSQL and one RGW, which are changed at random while one or both are killed.
 * Some changes reach RGW late, also when their sender is dead. What is changed and killed when follows from `seed`.
 */
export async function startSyncRounds(
  seed: number,
  start = { ceph: startCeph as () => Promise<Ceph | { missing: string }>, postgres: startPostgres },
): Promise<{ missing: string } | { round(): Promise<Round>; stop(): Promise<void> }> {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  const postgres = await start.postgres()
  if ('missing' in postgres) return postgres
  closing.push(() => postgres.stop())
  try {
    const ceph = await start.ceph()
    if ('missing' in ceph) {
      await stop()
      return ceph
    }
    closing.push(() => ceph.stop())
    return { stop, round: await prepare(await postgres.database(), ceph, closing, seeded(seed)) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepare(
  url: string,
  ceph: { endpoint: string; accessKey: string; secretKey: string },
  closing: (() => Promise<unknown>)[],
  random: () => number,
): Promise<() => Promise<Round>> {
  /** An integer from `least` on, and below `limit`. */
  const randomInt = (least: number, limit: number) => least + Math.floor(random() * (limit - least))
  const pick = <T>(from: readonly T[]): T => from[randomInt(0, from.length)]!
  const secret = 's'.repeat(32)
  const vault = makeVault(secret)
  const proxy = await startLateProxy(ceph.endpoint, { share: 0.15, longest: 3000, random })
  closing.push(() => proxy.close())
  const env = {
    KHO_DATABASE_URL: url,
    KHO_SECRET: secret,
    KHO_S3_KIND: 'rgw',
    KHO_S3_ENDPOINT: proxy.url,
    KHO_S3_ADMIN_KEY: ceph.accessKey,
    KHO_S3_ADMIN_SECRET: ceph.secretKey,
    KHO_LOG_LEVEL: 'fatal',
  }
  const rgw = { endpoint: ceph.endpoint, keys: { accessKey: ceph.accessKey, secretKey: ceph.secretKey } }
  const admin = rgwAdmin({ ...rgw, region })
  const consoles = [await startConsole({ env, pin: false }), await startConsole({ env, pin: false })]
  for (const console of consoles) closing.push(() => console.stop())
  const db = await openDatabase({ url, dataDir: '' })
  closing.push(() => db.destroy())
  const services = { db, hashSecret, now: () => Date.now() }
  const [people, elsewhere] = await Promise.all(
    consoles.map(each => makePeople({ url: each.url, kho: { services } } as unknown as TestConsole)),
  )
  const places = [people!, elsewhere!]
  const superAdmin = await people!.superAdmin()
  const owners = await Promise.all(['mot', 'hai', 'ba'].map(name => people!.owner(name)))
  const buckets = new Map<string, string>()
  /** Every key that was ever handed out, with its secret. */
  const known = new Map<string, { secretKey: string; accountId: string }>()

  for (const owner of owners) {
    const visitor = await people!.visit(owner, { confirmed: true })
    const made = await makeKey(visitor, owner)
    if (!made) throw new Error('An owner got no key.')
    const client = withMethods(makeClient({ endpoint: ceph.endpoint, region, keys: made }))
    const bucket = `kho-${randomUUID()}`
    await client.createBucket({ Bucket: bucket })
    await client.putObject({ Bucket: bucket, Key: 'there', Body: 'content' })
    client.destroy()
    buckets.set(owner.accountId, bucket)
    await people!.subUser(owner, `an-${owner.email.split('@')[0]}`, 'read')
  }

  async function makeKey(
    visitor: Visitor,
    { accountId }: Pick<Person, 'accountId'>,
  ): Promise<KeyPair | null> {
    const { status, body } = await visitor.call('POST', '/user/access-key', { name: 'Máy chủ' })
    if (status !== 201) return null
    const { key, secret_key } = body as { key: { access_key: string }; secret_key: string }
    known.set(key.access_key, { secretKey: secret_key, accountId })
    return { accessKey: key.access_key, secretKey: secret_key }
  }

  /** One change, at one of the consoles; whether it was done. */
  async function change(): Promise<boolean> {
    const place = pick(places)
    const owner = pick(owners)
    const { accountId } = owner
    const { suspended } = await db
      .selectFrom('accounts')
      .select('suspended')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const as = (person: Person) => place.visit(person, { confirmed: true })
    const done = async (call: Promise<{ status: number }>) => (await call).status < 300
    const subUsers = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('account_id', '=', accountId)
      .where('is_sub_user', '=', 1)
      .execute()
    const subUser = subUsers.length > 0 ? { ...pick(subUsers), accountId } : null
    // The suspended can do nothing by themselves.
    const act = randomInt(suspended === 1 ? 17 : 0, 20)
    if (act < 6) {
      const who = subUser && act < 5 ? subUser : owner
      return (await makeKey(await as(who), who)) !== null
    }
    if (act < 12) {
      const visitor = await as(owner)
      const listed = await visitor.call('GET', '/user/access-key')
      const keys = (listed.body as { keys?: { access_key: string; enabled: boolean }[] }).keys ?? []
      if (keys.length === 0) return false
      const { access_key, enabled } = pick(keys)
      return act < 10 && keys.length < 30
        ? done(visitor.call('PUT', '/user/access-key', { access_key, enabled: !enabled }))
        : done(visitor.call('DELETE', '/user/access-key', { access_key }))
    }
    if (act < 15 && subUser) {
      const level = { id: subUser.id, permission: pick(permissions) }
      return done((await as(owner)).call('PUT', '/user-management', level))
    }
    if (act < 17) {
      const visitor = await as(owner)
      if (subUser && (act === 15 || subUsers.length > 6))
        return done(visitor.call('DELETE', '/user-management', { id: subUser.id }))
      const email = `u${randomUUID()}@example.com`
      const more = { fullName: 'Bình', phone: '', expire_date: 0, permission: pick(permissions), password }
      return done(visitor.call('POST', '/user-management', { email, ...more }))
    }
    const boss = await as(superAdmin)
    const terms = act === 17 ? { quota: randomInt(1, 9) * 1e9 } : { suspended: act === 18 }
    return done(boss.call('PUT', '/user/account', { id: accountId, ...terms }))
  }

  async function wrongKeys(): Promise<{ keys: number; wrong: string[] }> {
    const rights = await tableRights(db, vault)
    const live = Object.entries(rights).flatMap(([uid, of]) =>
      Object.entries(of.keys).map(([accessKey, right]) => ({ uid, of, accessKey, right })),
    )
    const counting = new Set(live.map(each => each.accessKey))
    const wrong: string[] = []
    const dead = [...known].filter(([accessKey]) => !counting.has(accessKey)).slice(-20)
    for (const { uid, of, accessKey, right } of live) {
      const pair = { accessKey, secretKey: right.secret }
      const said = await tryKey(ceph.endpoint, pair, buckets.get(uid.slice('kho-'.length)) ?? 'none')
      const wanted = expectedOutcome(of, right)
      if (said !== wanted) wrong.push(`the key ${accessKey} does "${said}", and should "${wanted}"`)
    }
    for (const [accessKey, { secretKey, accountId }] of dead) {
      const said = await tryKey(ceph.endpoint, { accessKey, secretKey }, buckets.get(accountId)!)
      if (said !== 'InvalidAccessKeyId') wrong.push(`the dead key ${accessKey} does "${said}"`)
    }
    return { keys: live.length + dead.length, wrong }
  }

  return async () => {
    const count = { changes: 0, refused: 0 }
    const orphansBefore = proxy.orphans()
    let over = false
    const worker = async () => {
      while (!over) {
        const did = await change().catch(() => false)
        count[did ? 'changes' : 'refused'] += 1
        if (!did) await pause(20)
      }
    }
    const victims = pick([[0], [1], [0, 1]])
    const moments = victims.map(() => randomInt(200, 2500))
    const killer = async (index: number, moment: number) => {
      await pause(moment)
      await consoles[index]!.kill()
      await pause(randomInt(50, 500))
      await consoles[index]!.restart()
    }
    const workers = Array.from({ length: 8 }, worker)
    await Promise.all(victims.map((victim, i) => killer(victim, moments[i]!)))
    await pause(1500)
    over = true
    await Promise.all(workers)
    const ended = Date.now()
    let wrong: string[]
    do {
      await pause(200)
      wrong = differences(await tableRights(db, vault), await rgwRights(admin, rgw))
      if (proxy.held() > 0) wrong.push('changes are still on their way')
    } while (wrong.length > 0 && Date.now() - ended < limit)
    const settled = Date.now() - ended
    const tried = wrong.length > 0 ? { keys: 0, wrong: [] } : await wrongKeys()
    return {
      ...count,
      killed: victims
        .map((victim, i) => `${'AB'[victim]} after ${(moments[i]! / 1000).toFixed(1)} s`)
        .join(', '),
      orphans: proxy.orphans() - orphansBefore,
      settled,
      keys: tried.keys,
      wrong: [...wrong, ...tried.wrong],
    }
  }
}

/** One line of a report. */
export function roundLine(number: number, round: Round): string {
  return [
    `round ${number}: ${round.changes} changes, ${round.refused} refused or lost, killed ${round.killed}`,
    `${round.orphans} landed after their sender's death`,
    round.wrong.length > 0
      ? `WRONG:\n  ${round.wrong.join('\n  ')}`
      : `right after ${(round.settled / 1000).toFixed(1)} s, ${round.keys} keys tried`,
  ].join('; ')
}
