import type { S3 } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BucketContents, Job, JobFailure } from '../../openapi/schema.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { signInApi } from '../support/api.ts'
import { sharedPostgres } from '../support/borrow.ts'
import * as child from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import { told } from './support/audit.ts'
import { type Answer, problem, startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { endOf, readJob } from './support/jobs.ts'
import { makePeople, type People, type Person, pin } from './support/people.ts'
import { operation, request } from './support/requests.ts'
import { onEachStorage, onEmbedded } from './support/storages.ts'
import { onEachUrl } from './support/stores.ts'
import { shared, sharedConsole } from './support/with-console.ts'

async function clientOf(console: TestConsole, person: Person): Promise<S3> {
  const user = await findUserByEmail(console.kho.services.db, person.email)
  return withMethods((await console.kho.services.access.clientForUser(user!)).client)
}

async function fill(client: S3, bucket: string, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, index) => `tệp ${index}`).values()
  const worker = async () => {
    for (const Key of left) await client.putObject({ Bucket: bucket, Key, Body: 'x' })
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

async function left(client: S3, bucket: string): Promise<string[]> {
  const listed = await client.listObjectVersions({ Bucket: bucket })
  const uploads = await client.listMultipartUploads({ Bucket: bucket })
  const keys = [listed.Versions, listed.DeleteMarkers, uploads.Uploads].flatMap(list => list ?? [])
  return keys.map(({ Key }) => Key!)
}

function started(answer: Answer): Job {
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ id: expect.any(String) })])
  return answer.body as Job
}

const format = (visitor: Visitor, bucket: string, more: object = {}) =>
  visitor.call('DELETE', '/format-bucket', { bucket, name: bucket, ...more })

onEachStorage((_, prepare) => {
  let console: TestConsole
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3

  prepare(async started => {
    console = started.console
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss)
    client = await clientOf(console, boss)
  })

  async function bucketWith(bucket: string, lock = false): Promise<void> {
    await client.createBucket({ Bucket: bucket, ObjectLockEnabledForBucket: lock })
    const VersioningConfiguration = { Status: 'Enabled' as const }
    if (!lock) await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
  }

  test('format-bucket (DELETE with body) deletes versions, delete markers and unfinished uploads; Not match unless the name is exact', async () => {
    const Bucket = 'xoa-het'
    await bucketWith(Bucket)
    for (const Key of ['a', 'a', 'thư mục/b %25+', 'c\u0001'])
      await client.putObject({ Bucket, Key, Body: 'four' })
    await client.deleteObject({ Bucket, Key: 'a' })
    await client.createMultipartUpload({ Bucket, Key: 'lớn +%25\u0001.zip' })
    const contents = await visitor.call('GET', `/bucket/contents?bucket=${Bucket}`)
    expect(contents.body).toEqual({
      ...{ files: 2, versions: 3, bytes: 16, uploads: 1, complete: true, lock: false },
    } satisfies BucketContents)
    expect(problem(await format(visitor, Bucket, { name: 'Xoa-het' }))).toEqual({
      status: 400,
      code: 'NAME_MISMATCH',
    })
    const job = await endOf(visitor, started(await format(visitor, Bucket)))
    expect(job).toMatchObject({ kind: 'empty-bucket', bucket: Bucket, user: boss.email, state: 'done' })
    expect(job).toMatchObject({ done: 6, failed: 0, bytes: 16, error: null })
    expect(await left(client, Bucket)).toEqual([])
    const { buckets } = (await visitor.call('GET', '/bucket')).body as { buckets: { name: string }[] }
    expect(buckets.map(({ name }) => name)).toContain(Bucket)
  })

  test('DELETE /bucket, with body: Bucket not empty! Then it goes with its contents, after pin and tick: Please confirm!', async () => {
    const Bucket = 'di-luon'
    await bucketWith(Bucket)
    await client.putObject({ Bucket, Key: 'a', Body: 'x' })
    const remove = (more: object) =>
      visitor.call('DELETE', '/bucket', { bucket: Bucket, pin, confirm: true, contents: true, ...more })
    expect(problem(await remove({ contents: false }))).toEqual({ status: 409, code: 'BUCKET_NOT_EMPTY' })
    expect(problem(await remove({ confirm: false }))).toEqual({ status: 400, code: 'CONFIRM_REQUIRED' })
    expect(problem(await remove({ pin: '0000' }))).toEqual({ status: 403, code: 'PIN_INCORRECT' })
    expect(await left(client, Bucket)).toEqual(['a'])
    const job = await endOf(visitor, started(await remove({})))
    expect(job).toMatchObject({ kind: 'delete-bucket', state: 'done', done: 1, error: null })
    const { buckets } = (await visitor.call('GET', '/bucket')).body as { buckets: { name: string }[] }
    expect(buckets.map(({ name }) => name)).not.toContain(Bucket)
  })

  test('locked versions stay, with the reason; those in governance mode are deleted only on request', async () => {
    const Bucket = 'co-khoa'
    await bucketWith(Bucket, true)
    const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000)
    const put = (Key: string, lock: object = {}) => client.putObject({ Bucket, Key, Body: 'x', ...lock })
    await put('free')
    await put('governed', { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: until })
    await put('held')
    const hold = (Status: 'ON' | 'OFF') =>
      client.putObjectLegalHold({ Bucket, Key: 'held', LegalHold: { Status } })
    await hold('ON')
    const first = await endOf(visitor, started(await format(visitor, Bucket)))
    expect(first).toMatchObject({ state: 'done', done: 1, failed: 2, total: 3 })
    const failuresOf = async ({ id }: Job) => {
      const { failures } = (await visitor.call('GET', `/jobs/${id}/failures`)).body as {
        failures: JobFailure[]
      }
      const sorted = failures.sort((a, b) => (a.key < b.key ? -1 : 1))
      return sorted.map(({ version_id: _, ...failure }) => failure)
    }
    const governed = { key: 'governed', code: 'ACCESS_DENIED', lock: 'governance', until: +until / 1000 }
    const held = { key: 'held', code: 'ACCESS_DENIED', lock: 'legal-hold', until: null }
    expect(await failuresOf(first)).toEqual([governed, held])
    const remove = { bucket: Bucket, pin, confirm: true, contents: true, bypass_governance: true }
    const second = await endOf(visitor, started(await visitor.call('DELETE', '/bucket', remove)))
    expect(second).toMatchObject({ state: 'failed', error: 'BUCKET_NOT_EMPTY', done: 1, failed: 1 })
    expect(await failuresOf(second)).toEqual([held])
    await hold('OFF')
    expect(await endOf(visitor, started(await visitor.call('DELETE', '/bucket', remove)))).toMatchObject({
      state: 'done',
    })
  })

  test('a queued job does not touch a new bucket that has taken the name of its own', async () => {
    const Bucket = 'lam-lai'
    await bucketWith(Bucket)
    const waiting = await parked(console, visitor, Bucket)
    await client.deleteBucket({ Bucket })
    await bucketWith(Bucket)
    await client.putObject({ Bucket, Key: 'mới', Body: 'x' })
    await release(console, waiting)
    expect(await endOf(visitor, waiting)).toMatchObject({
      state: 'failed',
      error: 'BUCKET_REPLACED',
      done: 0,
    })
    expect(await left(client, Bucket)).toEqual(['mới'])
  })

  test('a job whose cursor names a deleted version leaves no older version behind', async () => {
    const Bucket = 'mat-moc'
    await bucketWith(Bucket)
    const waiting = await parked(console, visitor, Bucket)
    const put = () => client.putObject({ Bucket, Key: 'a', Body: 'x' })
    await put()
    const { VersionId: versionId } = await put()
    await client.deleteObject({ Bucket, Key: 'a', VersionId: versionId })
    const after = { key: 'a', versionId, latest: true, size: 1, deleteMarker: false }
    const { db } = console.kho.services
    const cursor = JSON.stringify({ phase: 'versions', after })
    await db.updateTable('jobs').set({ cursor, failed: 1 }).where('id', '=', waiting.id).execute()
    await release(console, waiting)
    expect(await endOf(visitor, waiting)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await left(client, Bucket)).toEqual([])
  })

  test('unfinished uploads are aborted by their age', async () => {
    const Bucket = 'do-dang'
    await bucketWith(Bucket)
    await client.createMultipartUpload({ Bucket, Key: 'a' })
    const clean = (days: number) => visitor.call('POST', '/bucket/abort-uploads', { bucket: Bucket, days })
    expect(await endOf(visitor, started(await clean(1)))).toMatchObject({ state: 'done', done: 0 })
    expect(await left(client, Bucket)).toEqual(['a'])
    expect(await endOf(visitor, started(await clean(0)))).toMatchObject({ state: 'done', done: 1 })
    expect(await left(client, Bucket)).toEqual([])
  })
})

/** Watches jobs, and has the first event; `all` waits for the end, and gives the text of all events. */
async function watch(visitor: Visitor): Promise<{ all(): Promise<string> }> {
  const { path } = operation('watchJobs')
  const answer = await fetch(`${visitor.url}/api${path}`, { headers: { cookie: visitor.cookie } })
  expect(answer.status).toBe(200)
  const pieces = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let read = (await pieces.next()).value ?? ''
  return {
    async all() {
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) read += next.value
      return read
    },
  }
}

/** A job that no process takes: its lease lasts. */
async function parked(
  console: TestConsole,
  visitor: Visitor,
  bucket: string,
  state = 'queued',
): Promise<Job> {
  const job = await endOf(visitor, started(await format(visitor, bucket)))
  return park(console, job, bucket, state)
}

/** As `parked`, for a job that has ended. */
async function park(console: TestConsole, job: Job, bucket: string, state = 'running'): Promise<Job> {
  await console.kho.services.db
    .updateTable('jobs')
    .set({
      state: state as 'queued',
      ended_at: null,
      lease_until: 1e12,
      live: `empty-bucket parked ${bucket}`,
    })
    .where('id', '=', job.id)
    .execute()
  return job
}

async function release(console: TestConsole, { id }: Job): Promise<void> {
  const { db, jobs } = console.kho.services
  await db.updateTable('jobs').set({ lease_until: 0 }).where('id', '=', id).execute()
  jobs.wake()
}

describe('jobs', () => {
  const console = sharedConsole({}, { watchInterval: 20 })
  const people = shared(() => makePeople(console))
  let boss: Person
  let visitor: Visitor
  beforeAll(async () => {
    boss = await people.owner('an')
    visitor = await people.visit(boss)
  })

  async function bucket(name: string): Promise<string> {
    expect((await visitor.call('POST', '/bucket', { bucket: name })).status).toBe(201)
    return name
  }

  test('are listed for the whole account, and for a sub-user its own only', async () => {
    const own = await people.owner('chu')
    const who = await people.visit(own)
    const sub = await people.visit(await people.subUser(own, 'binh', 'full-control'))
    await who.call('POST', '/bucket', { bucket: 'cua-chu' })
    const ofOwner = await endOf(who, started(await format(who, 'cua-chu')))
    const ofSub = await endOf(sub, started(await format(sub, 'cua-chu')))
    const turn = () =>
      console.kho.services.db
        .selectFrom('accounts')
        .select('job_turn_at')
        .where('id', '=', own.accountId)
        .executeTakeFirstOrThrow()
    await expect.poll(turn).toEqual({ job_turn_at: console.clock.now })
    const ids = async (of: Visitor) =>
      ((await of.call('GET', '/jobs')).body as { jobs: Job[] }).jobs.map(({ id }) => id)
    expect(new Set(await ids(who))).toEqual(new Set([ofOwner.id, ofSub.id]))
    expect(await ids(sub)).toEqual([ofSub.id])
    for (const path of ['', '/failures'])
      expect(problem(await sub.call('GET', `/jobs/${ofOwner.id}${path}`))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
      })
    expect(problem(await format(visitor, 'khong-co'))).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
  })

  test('run one of a kind at a time on a bucket, and ten in an account', async () => {
    const { db } = console.kho.services
    const own = await people.owner('muoi')
    const who = await people.visit(own)
    const name = 'mot-lan'
    await who.call('POST', '/bucket', { bucket: name })
    const job = await parked(console, who, name)
    await db
      .updateTable('jobs')
      .set({ live: `empty-bucket ${own.accountId} ${name}` })
      .where('id', '=', job.id)
      .execute()
    expect(problem(await format(who, name))).toEqual({ status: 409, code: 'JOB_RUNNING' })
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow()
    for (let more = 1; more < 10; more += 1)
      await db
        .insertInto('jobs')
        .values({ ...row, id: `${more}`, live: `${more}` })
        .execute()
    const clean = { bucket: name, days: 0 }
    expect(problem(await who.call('POST', '/bucket/abort-uploads', clean))).toEqual({
      status: 409,
      code: 'LIMIT_REACHED',
    })
  })

  test('run although their turns cannot be noted', async () => {
    const { db } = console.kho.services
    const name = await bucket('luot-khong-ghi')
    await sql`create trigger no_turn before update of job_turn_at on accounts begin select raise(abort, 'no'); end`.execute(
      db,
    )
    const ended = await endOf(visitor, started(await format(visitor, name))).finally(() =>
      sql`drop trigger no_turn`.execute(db),
    )
    expect(ended.state).toBe('done')
  })

  test('that have ended are kept as long as they are listed, and their failures', async () => {
    const { db } = console.kho.services
    const who = await people.visit(await people.owner('nhieu'))
    await who.call('POST', '/bucket', { bucket: 'nhieu-viec' })
    const first = await endOf(who, started(await format(who, 'nhieu-viec')))
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    for (let more = 1; more <= 102; more += 1) {
      const id = `00000000-0000-4000-8000-${String(more).padStart(12, '0')}`
      await db
        .insertInto('jobs')
        .values({ ...row, id, created_at: row.created_at - more })
        .execute()
      await db
        .insertInto('job_failures')
        .values({ job_id: id, number: 0, key: 'a', code: 'ACCESS_DENIED' })
        .execute()
    }
    await endOf(who, started(await format(who, 'nhieu-viec')))
    const ofAccount = db.selectFrom('jobs').select('id').where('account_id', '=', row.account_id)
    expect((await ofAccount.execute()).length).toBe(100)
    const failures = db.selectFrom('job_failures').select('job_id').where('job_id', 'like', '00000000-%')
    expect((await failures.execute()).length).toBe(98)
    const { body } = await who.call('GET', '/jobs')
    expect((body as { jobs: Job[] }).jobs.length).toBe(100)
  })

  test('are cancelled at once while queued, else after the current batch', async () => {
    const queued = await parked(console, visitor, await bucket('huy-cho'))
    const cancelled = (await visitor.call('POST', `/jobs/${queued.id}/cancel`)).body
    expect(cancelled).toMatchObject({ state: 'cancelled', ended_at: expect.any(Number) })
    expect((await visitor.call('POST', `/jobs/${queued.id}/cancel`)).body).toEqual(cancelled)
    const running = await parked(console, visitor, await bucket('huy-chay'), 'running')
    expect((await visitor.call('POST', `/jobs/${running.id}/cancel`)).body).toMatchObject({
      ...{ state: 'running', cancelling: true },
    })
    await release(console, running)
    expect(await endOf(visitor, running)).toMatchObject({ state: 'cancelled', cancelling: true })
  })

  test('cannot be cancelled by a read-only API client', async () => {
    const confirmed = await people.visit(boss, { confirmed: true })
    const job = await parked(console, visitor, await bucket('chi-doc'), 'running')
    const cancelAs = async (permission: 'read' | 'full-control') => {
      const made = await request(confirmed, 'createApiClient', { body: { name: permission, permission } })
      const program = console.visitor()
      program.headers = {}
      const headers = { authorization: `Bearer ${(made.body as { token: string }).token}` }
      return program.call('POST', `/jobs/${job.id}/cancel`, undefined, headers)
    }
    expect(problem(await cancelAs('read'))).toEqual({ status: 403, code: 'PERMISSION_DENIED' })
    expect(await readJob(visitor, job)).toMatchObject({ state: 'running', cancelling: false })
    expect((await cancelAs('full-control')).body).toMatchObject({ state: 'running', cancelling: true })
    await release(console, job)
    expect(await endOf(visitor, job)).toMatchObject({ state: 'cancelled' })
  })

  const endedAs = ({ id }: Job) =>
    console.kho.services.db
      .selectFrom('jobs')
      .select(['state', 'error'])
      .where('id', '=', id)
      .executeTakeFirst()

  test('of a former owner fail', async () => {
    const owner = await people.owner('da-di')
    const who = await people.visit(owner)
    await who.call('POST', '/bucket', { bucket: 'da-di' })
    const job = await parked(console, who, 'da-di', 'running')
    const admin = await people.visit(await people.superAdmin(), { confirmed: true })
    const next = { id: owner.accountId, owner_email: 'ke-tiep@example.com', owner_name: 'Trần Bình' }
    expect((await request(admin, 'replaceOwner', { body: next })).status).toBe(200)
    await release(console, job)
    await expect.poll(() => endedAs(job)).toEqual({ state: 'failed', error: 'USER_NOT_FOUND' })
  })

  test('of a suspended account fail with that reason', async () => {
    const owner = await people.owner('tam-ngung')
    const who = await people.visit(owner)
    await who.call('POST', '/bucket', { bucket: 'tam-ngung' })
    const job = await parked(console, who, 'tam-ngung', 'running')
    const { db } = console.kho.services
    await db.updateTable('accounts').set({ suspended: 1 }).where('id', '=', owner.accountId).execute()
    await release(console, job)
    await expect.poll(() => endedAs(job)).toEqual({ state: 'failed', error: 'ACCOUNT_SUSPENDED' })
  })

  test('end in the middle of a call, once the API client that started them is deleted', async () => {
    const confirmed = await people.visit(boss, { confirmed: true })
    const name = await bucket('giua-chung')
    const s3 = await clientOf(console, boss)
    await s3.putObject({ Bucket: name, Key: 'đi/tệp', Body: 'x' })
    const { body } = await request(confirmed, 'createApiClient', { body: { permission: 'full-control' } })
    const { client, token } = body as { client: { id: string }; token: string }
    const { client: signing } = await console.kho.services.access.clientForAccount(boss)
    const original = signing.send.bind(signing)
    const asked = Promise.withResolvers<void>()
    const send = vi.spyOn(signing, 'send').mockImplementation((command, options) => {
      const { abortSignal: signal } = { ...options }
      if (!(signal instanceof AbortSignal)) return original(command, options)
      asked.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    onTestFinished(() => send.mockRestore())
    const move = { bucket: name, keys: ['đi/'], target_bucket: name, target_folder: 'đến/' }
    const headers = { authorization: `Bearer ${token}` }
    const { job } = (await request(console.visitor(), 'moveObjects', { body: move }, headers)).body as {
      job: Job
    }
    await asked.promise
    expect((await request(confirmed, 'deleteApiClient', { body: { id: client.id } })).status).toBe(204)
    expect(await endOf(visitor, job)).toMatchObject({ state: 'failed', error: 'CLIENT_GONE' })
  })

  test('are watched by events, which end with the jobs, and with the session [V4.4.1–V4.4.4]', async () => {
    const idle = await request(visitor, 'watchJobs')
    expect(idle.headers.get('content-type')).toMatch('text/event-stream')
    expect(idle.body).toMatch(/^data: \{"jobs":\[.*\]\}\n\n$/)
    const job = await parked(console, visitor, await bucket('theo-doi'), 'running')
    const followed = await watch(visitor)
    await release(console, job)
    const events = (await followed.all()).split('\n\n').filter(Boolean)
    const states = events
      .map(event => (JSON.parse(event.slice('data: '.length)) as { jobs: Job[] }).jobs)
      .map(jobs => jobs.find(({ id }) => id === job.id)?.state)
    expect([states[0], states.at(-1)]).toEqual(['running', 'done'])
    const endless = await parked(console, visitor, await bucket('het-phien'), 'running')
    const other = await people.visit(boss)
    const cut = await watch(other)
    await other.copy().call('POST', '/auth/logout')
    await cut.all()
    await visitor.call('POST', `/jobs/${endless.id}/cancel`)
    await release(console, endless)
    await endOf(visitor, endless)
  })
})

onEachUrl(makeUrl => {
  let console: TestConsole
  let people: People
  let boss: Person
  let visitor: Visitor
  beforeEach(async context => {
    if (console) return
    const url = await makeUrl(context)
    console = await startConsole(url === null ? {} : { KHO_DATABASE_URL: url, KHO_SECRET: 's'.repeat(32) })
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss, { confirmed: true })
  })
  afterAll(() => console?.stop())

  async function bucket(name: string): Promise<string> {
    expect((await visitor.call('POST', '/bucket', { bucket: name })).status).toBe(201)
    return name
  }

  test.each([
    ['USER_NOT_FOUND', (id: string) => visitor.call('DELETE', '/user-management', { id })],
    [
      'PERMISSION_DENIED',
      (id: string) => visitor.call('PUT', '/user-management', { id, permission: 'read' }),
    ],
    [
      'ACCOUNT_EXPIRED',
      (id: string) =>
        console.kho.services.db.updateTable('users').set({ expire_date: 1 }).where('id', '=', id).execute(),
    ],
  ] as const)('ends with %s once its sub-user may not any more', async (code, change) => {
    const slug = code.toLowerCase().replaceAll('_', '-')
    const subUser = await people.subUser(boss, slug, 'full-control')
    const sub = await people.visit(subUser)
    const job = await parked(console, sub, await bucket(slug), 'running')
    await change(subUser.id)
    await release(console, job)
    expect(await endOf(visitor, job)).toMatchObject({ state: 'failed', error: code })
  })

  test.each([
    ['CLIENT_GONE', 'deleted', (id: string) => visitor.call('DELETE', '/user/api-client', { id })],
    [
      'CLIENT_GONE',
      'expired',
      (id: string) =>
        console.kho.services.db
          .updateTable('api_clients')
          .set({ expire_date: 1 })
          .where('id', '=', id)
          .execute(),
    ],
  ] as const)(
    'ends with %s once its API client is %s; the jobs of others go on',
    async (code, slug, change) => {
      type Made = { client: { id: string }; token: string }
      const body = { name: slug, permission: 'full-control', expire_date: 0 }
      const made = (await visitor.call('POST', '/user/api-client', body)).body as Made
      const program = Object.assign(visitor.copy(), { cookie: '' })
      program.headers = { authorization: `Bearer ${made.token}` }
      const name = await bucket(slug)
      const begun = started(await program.call('DELETE', '/format-bucket', { bucket: name, name }))
      await endOf(visitor, begun)
      const job = await park(console, begun, name)
      const other = await parked(console, visitor, await bucket(`${slug}-khac`), 'running')
      await change(made.client.id)
      await release(console, job)
      await release(console, other)
      expect(await endOf(visitor, job)).toMatchObject({ state: 'failed', error: code })
      expect(await endOf(visitor, other)).toMatchObject({ state: 'done', error: null })
    },
  )
})

test('after a kill -9 while 3,000 objects are deleted, the next start deletes the rest at once', {
  tags: ['faults'],
}, async () => {
  const first = await child.startConsole({})
  const bucket = 'ba-nghin'
  const api = await signInApi(first.url, child.owner.email, child.owner.password)
  await api.call('POST', '/bucket', { bucket })
  const { accessKey, secretKey } = await first.keys()
  const { makeClient } = await import('../../server/storage/client.ts')
  const keys = { accessKey, secretKey }
  const client = withMethods(makeClient({ endpoint: first.s3Url, region: 'us-east-1', keys }))
  await fill(client, bucket, 3000)
  const job = (await api.call('DELETE', '/format-bucket', { bucket, name: bucket })) as Job
  const now = async () => (await api.call('GET', `/jobs/${job.id}`)) as Job
  for (let seen = job; seen.done === 0; seen = await now());
  await first.kill()
  client.destroy()
  // The clock stands still, so that no lease ends.
  const again = await startConsole({
    KHO_DATA_DIR: first.dataDir,
    KHO_ADMIN_EMAIL: child.owner.email,
    KHO_ADMIN_PASSWORD: child.owner.password,
  })
  try {
    const { db } = again.kho.services
    const row = () => db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).state, { timeout: 60_000 }).toBe('done')
    expect(await row()).toMatchObject({ total: 3000, failed: 0, error: null })
    const user = await findUserByEmail(db, child.owner.email)
    expect(
      await left(withMethods((await again.kho.services.access.clientForUser(user!)).client), bucket),
    ).toEqual([])
  } finally {
    await again.stop()
    await first.stop()
  }
})

test('with two processes on one PostgreSQL, one runs a job, and the other takes over when it dies', async context => {
  const found = await sharedPostgres()
  if ('missing' in found) return context.skip(found.missing)
  const engine = await onEmbedded()
  const boss = await makePeople(engine.console).then(people => people.superAdmin())
  const user = await findUserByEmail(engine.console.kho.services.db, boss.email)
  const { keys, ...access } = await engine.console.kho.services.access.clientForUser(user!)
  const client = withMethods(access.client)
  const env = {
    ...{ KHO_DATABASE_URL: await found.database(), KHO_SECRET: 's'.repeat(32) },
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: engine.endpoint },
    ...{ KHO_S3_ADMIN_KEY: keys.accessKey, KHO_S3_ADMIN_SECRET: keys.secretKey },
  }
  const consoles = await Promise.all([startConsole(env), startConsole(env)])
  try {
    const visitor = await consoles[0]!.signedIn()
    await visitor.call('POST', '/bucket', { bucket: 'chung' })
    await fill(client, 'chung', 30)
    const there = Object.assign(visitor.copy(), {
      url: consoles[1]!.url,
      headers: { origin: consoles[1]!.url },
    })
    // Both wait, so that neither job has ended when the other is asked for.
    const asked = await consoles[0]!.kho.services.db.transaction().execute(async transaction => {
      await sql`lock table jobs in exclusive mode`.execute(transaction)
      const answers = Promise.all([format(visitor, 'chung'), format(there, 'chung')])
      const waiting = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(transaction)).rows[0]?.count).toBe(2)
      return { answers }
    })
    const both = await asked.answers
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    const job = both.find(({ status }) => status === 202)!.body as Job
    expect(await endOf(visitor, job)).toMatchObject({ state: 'done', done: 30, total: 30 })
    const { db } = consoles[0]!.kho.services
    const acts = await db.selectFrom('audit').select('data').where('action', '=', 'JOB_ENDED').execute()
    expect(acts.map(told)).toEqual([{ detail: 'empty-bucket: done; 30, 0' }])
    await fill(client, 'chung', 30)
    const dead = { holder: 'a dead process', state: 'running' as const, ended_at: null, cursor: null }
    const lease_until = Math.floor(consoles[0]!.clock.now / 1000) + 30
    await db
      .updateTable('jobs')
      .set({ ...dead, lease_until })
      .where('id', '=', job.id)
      .execute()
    await consoles[0]!.stop()
    consoles[1]!.clock.now += 31_000
    consoles[1]!.kho.services.jobs.wake()
    const row = () =>
      consoles[1]!.kho.services.db
        .selectFrom('jobs')
        .select(['state', 'done'])
        .where('id', '=', job.id)
        .executeTakeFirstOrThrow()
    await expect.poll(row).toEqual({ state: 'done', done: 60 })
    expect(await left(client, 'chung')).toEqual([])
  } finally {
    await Promise.all(consoles.map(console => console.stop()))
    await engine.stop()
  }
})
