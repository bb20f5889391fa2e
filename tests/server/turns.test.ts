import { beforeEach, expect, test } from 'vitest'
import { makePool } from '../../server/limits/pool.ts'
import { createAccount } from '../../server/store/accounts.ts'
import { claimJob, nextJob, noteTurn, releaseJob } from '../../server/store/job-claims.ts'
import { addMail, dueMails } from '../../server/store/mails.ts'
import type { Database } from '../../server/store/open.ts'
import { claimTopic, dueTopics, putTopic, releaseTopic } from '../../server/store/topics.ts'
import { onEachStore } from './support/stores.ts'

const now = 1_800_000_000
const kinds = ['empty-bucket'] as const

onEachStore((_store, open) => {
  let db: Database
  let clock: number
  beforeEach(async context => {
    db = await open(context, () => undefined)
    clock = now * 1000
  })

  async function account(name: string): Promise<string> {
    const made = await createAccount(
      db,
      { name, now, enableBucketNotification: true },
      {
        ...{ email: `${name}@example.com`, name, passwordHash: 'hash' },
        ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false },
        ...{ permission: 'full-control', requireChangePass: false },
      },
    )
    return made!.accountId
  }

  async function queue(accountId: string, name: string, count: number, createdAt: number): Promise<void> {
    const jobs = Array.from({ length: count }, (_, at) => ({
      ...{ id: `${name}${at}`, live: `${name}${at}`, account_id: accountId, user_id: 'user', visitor: '{}' },
      ...{ kind: kinds[0], bucket: 'b', bucket_identity: '', input: '{}', state: 'queued' as const },
      ...{ created_at: createdAt + at, updated_at: createdAt },
    }))
    await db.insertInto('jobs').values(jobs).execute()
  }

  const seconds = () => Math.floor(clock / 1000)

  /** What a worker does with a free place: returns the job that it claims. */
  async function begin() {
    for (
      let id = await nextJob(db, seconds(), kinds);
      id !== null;
      id = await nextJob(db, seconds(), kinds)
    ) {
      const job = await claimJob(db, id, `holder of ${id}`, seconds(), seconds() + 30)
      if (!job) continue
      await noteTurn(db, job.accountId, clock)
      return job
    }
    return null
  }

  type Claimed = NonNullable<Awaited<ReturnType<typeof begin>>>

  async function end(job: Claimed, outcome: 'done' | 'yields'): Promise<void> {
    clock += 10
    if (outcome === 'yields') await releaseJob(db, job, seconds())
    else
      await db
        .updateTable('jobs')
        .set({ state: 'done', ended_at: seconds(), live: null, holder: null })
        .where('id', '=', job.id)
        .execute()
    await noteTurn(db, job.accountId, clock)
  }

  test('the first job of an account is the next one, whatever another account has queued [V15.2.2]', async () => {
    await queue(await account('an'), 'an', 500, now - 600)
    const running = [(await begin())!, (await begin())!]
    expect(running.map(({ id }) => id)).toEqual(['an0', 'an1'])
    clock += 100
    await queue(await account('binh'), 'binh', 1, seconds())
    await end(running[0]!, 'done')
    expect((await begin())!.id).toBe('binh0')
  })

  test('a place goes to the account with fewer running jobs, although the other waits for longer', async () => {
    const [an, binh, chi] = [await account('an'), await account('binh'), await account('chi')]
    await queue(an, 'an', 500, now - 600)
    await queue(chi, 'chi', 1, now - 500)
    const first = [(await begin())!, (await begin())!]
    expect(first.map(({ id }) => id)).toEqual(['an0', 'chi0'])
    clock += 5000
    await noteTurn(db, binh, clock)
    await queue(binh, 'binh', 1, seconds())
    await end(first[1]!, 'done')
    expect((await begin())!.id).toBe('binh0')
  })

  test('accounts with jobs that yield and accounts with many short ones alternate', async () => {
    await queue(await account('an'), 'an', 3, now - 600)
    await queue(await account('binh'), 'binh', 1, now - 500)
    await queue(await account('chi'), 'chi', 3, now - 400)
    const order: string[] = []
    for (let turn = 0; turn < 9; turn += 1) {
      const job = (await begin())!
      order.push(job.id)
      await end(job, job.id === 'binh0' ? 'yields' : 'done')
    }
    expect(order).toEqual(['an0', 'binh0', 'chi0', 'an1', 'binh0', 'chi1', 'an2', 'binh0', 'chi2'])
  })

  test('of workers that look at once each claims another job, of every account that waits', async () => {
    for (const name of ['an', 'binh', 'chi']) await queue(await account(name), name, 20, now - 600)
    const claimed = await Promise.all(Array.from({ length: 6 }, begin))
    const ids = claimed.map(job => job!.id)
    expect(new Set(ids).size).toBe(6)
    expect(new Set(claimed.map(job => job!.accountId)).size).toBe(3)
  })

  test('mails that list events wait behind all others, and their accounts alternate', async () => {
    const add = (id: string, late: number, eventsOf?: string) =>
      addMail(db, { id, request: 'sealed', now: now + late, expiresAt: now + 900, eventsOf })
    for (let at = 0; at < 4; at += 1) await add(`an${at}`, at, 'an')
    await add('binh0', 10, 'binh')
    await add('reset', 20)
    expect(await dueMails(db, now + 60, 4)).toEqual(['reset', 'an0', 'binh0', 'an1'])
  })

  test('a topic that was served is the last of those that are due', async () => {
    const accountId = await account('an')
    for (const id of ['a', 'b']) {
      await db.transaction().execute(trx =>
        putTopic(trx, {
          ...{
            id,
            account_id: accountId,
            name: id,
            stamp: '1',
            address: 'https://example.com/',
            secret: 'sealed',
          },
          created_at: now,
        }),
      )
      await db
        .insertInto('deliveries')
        .values({
          ...{ id, topic_id: id, line: id, event_id: id, number: 1 },
          ...{ state: 'pending', head: 1, due_at: now, created_at: now, expires_at: now + 900 },
        })
        .execute()
    }
    expect(await dueTopics(db, now, true)).toEqual(['a', 'b'])
    await claimTopic(db, 'a', 'one', now, now + 30)
    await releaseTopic(db, 'a', 'one', now + 1)
    expect(await dueTopics(db, now + 1, true)).toEqual(['b', 'a'])
  })
})

test('an owner whose calls are slow leaves the next free place of the pool to others', async () => {
  const pool = makePool(2)
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const use = (owner: string, name: string) =>
    pool.use(owner, () => {
      begun.push(name)
      return new Promise<void>(resolve => finish.set(name, resolve))
    })
  const ends = ['an0', 'an1', 'an2', 'an3'].map(name => use('an', name))
  ends.push(use('binh', 'binh0'), use('chi', 'chi0'), use('binh', 'binh1'))
  const order = ['an0', 'an1', 'binh0', 'chi0', 'an2', 'binh1', 'an3']
  for (const [at, name] of order.entries()) {
    await expect.poll(() => begun[at]).toBe(name)
    finish.get(name)!()
  }
  await Promise.all(ends)
})
