import { setTimeout as pause } from 'node:timers/promises'
import { ListObjectsV2Command, type S3 } from '@aws-sdk/client-s3'
import { hashSecret } from '../../server/auth/hash.ts'
import { makeClient } from '../../server/storage/client.ts'
import { openDatabase } from '../../server/store/open.ts'
import { makeFront } from '../browser/support/front.ts'
import type { TestConsole, Visitor } from '../server/support/console.ts'
import { makePeople, type People, type Person } from '../server/support/people.ts'
import { startCeph } from '../support/ceph.ts'
import { startConsole } from '../support/console.ts'
import { startPostgres } from '../support/postgres.ts'
import { withMethods } from '../support/s3.ts'

const accounts = 20
/** ms between the calls of a person, on average. */
const thinking = 2000
const key = 'báo cáo.pdf'

/** `answer`: the status, and the code of a problem. */
type Answered = { call: string; began: number; took: number; answer: string; fine: boolean }
/** A copy that keeps what is there, so that it shows when it is done twice. */
type Copy = { bucket: string; folder: string; done: boolean }
type Working = { client: S3; bucket: string; visitor: Visitor }

/**
 * `people [seconds] [people]`: so many signed-in people, of 20 accounts, use two consoles behind nginx, on PostgreSQL and
 * Ceph RGW, one of which is killed in the middle. The 95th percentile of each call; whether no call failed but those in
 * flight at the kill, and nothing was done twice.
 */
export async function benchPeople(seconds: number, count: number): Promise<boolean> {
  const closing: (() => Promise<unknown>)[] = []
  try {
    const postgres = await startPostgres()
    if ('missing' in postgres) throw new Error(postgres.missing)
    closing.push(() => postgres.stop())
    const ceph = await startCeph()
    if ('missing' in ceph) throw new Error(ceph.missing)
    closing.push(() => ceph.stop())
    const front = await makeFront('')
    closing.push(() => front.stop())
    const url = await postgres.database()
    const env = {
      ...{ KHO_DATABASE_URL: url, KHO_SECRET: 's'.repeat(32), KHO_S3_KIND: 'rgw' },
      ...{
        KHO_S3_ENDPOINT: ceph.endpoint,
        KHO_S3_ADMIN_KEY: ceph.accessKey,
        KHO_S3_ADMIN_SECRET: ceph.secretKey,
      },
      ...front.env,
    }
    const consoles = [await startConsole({ env, pin: false }), await startConsole({ env, pin: false })]
    for (const console of consoles) closing.push(() => console.stop())
    await front.open(
      consoles.map(each => each.url),
      ceph.endpoint,
    )
    const db = await openDatabase({ url, dataDir: '' })
    closing.push(() => db.destroy())
    const services = { db, hashSecret, now: () => Date.now() }
    const people = await makePeople({ url: front.url, kho: { services } } as unknown as TestConsole)
    const working = await prepare(people, count, ceph.endpoint)
    closing.push(async () => {
      for (const { client } of working) client.destroy()
    })

    const answers: Answered[] = []
    const copies: Copy[] = []
    const end = performance.now() + seconds * 1000
    const work = working.map((one, index) => use(one, index, end, answers, copies))
    await pause(seconds * 500)
    const killed = performance.now()
    await consoles[1]!.kill()
    const dead = performance.now()
    await Promise.all(work)

    console.log('both processes')
    report(answers.filter(({ began }) => began < killed))
    console.log('one of them')
    report(answers.filter(({ began }) => began >= killed))
    const wrong = answers.filter(({ fine }) => !fine)
    const inFlight = wrong.filter(({ began, took }) => began <= dead && began + took >= killed)
    console.log(`${wrong.length} calls failed, ${inFlight.length} of them were in flight at the kill`)
    for (const failure of wrong) {
      if (inFlight.includes(failure)) continue
      const after = Math.round(failure.began - dead)
      console.log(
        `${failure.call}, begun ${after} ms after the kill, after ${Math.round(failure.took)} ms: ${failure.answer}`,
      )
    }
    const twice = await countTwice(working, copies)
    console.log(
      `${copies.length} copies, ${twice.missing} of them not done though said to be, ${twice.twice} done twice`,
    )
    return wrong.length === inFlight.length && twice.missing + twice.twice === 0
  } finally {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
}

/** So many people in new sessions, each with a bucket of their account that holds a file. */
async function prepare(people: People, count: number, endpoint: string): Promise<Working[]> {
  const all: Working[] = []
  for (let number = 0; number < accounts; number++) {
    const owner = await people.owner(`chu-${number}`)
    const visitor = await people.visit(owner, { confirmed: true })
    secure(visitor)
    const { status, body } = await visitor.call('POST', '/user/access-key', { name: 'bench' })
    if (status !== 201) throw new Error(`An owner got no key: ${status} ${JSON.stringify(body)}`)
    const { key: made, secret_key } = body as { key: { access_key: string }; secret_key: string }
    const keys = { accessKey: made.access_key, secretKey: secret_key }
    const client = withMethods(makeClient({ endpoint, region: 'us-east-1', keys }))
    const bucket = `kho-${number}-${Date.now()}`
    await client.createBucket({ Bucket: bucket })
    await client.putObject({ Bucket: bucket, Key: key, Body: 'a file' })
    const mine: Person[] = [owner]
    while (mine.length < count / accounts)
      mine.push(await people.subUser(owner, `nguoi-${number}-${mine.length}`, 'read-write'))
    for (const person of mine) {
      const visitor = await people.visit(person)
      secure(visitor)
      all.push({ client, bucket, visitor })
    }
  }
  return all
}

/** `visit` gives a cookie as it is without TLS. */
function secure(visitor: Visitor) {
  visitor.cookie = `__Host-${visitor.cookie}`
}

/** One person, until `end`: mostly reads, and every sixth call changes something. */
async function use(
  { bucket, visitor }: Working,
  index: number,
  end: number,
  answers: Answered[],
  copies: Copy[],
): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const began = performance.now()
    const [answer, fine] = await visitor.call(method, path, body).then(
      ({ status, body }) =>
        [`${status} ${(body as { code?: string } | null)?.code ?? ''}`, status < 300] as const,
      (error: Error) => [String(error.cause ?? error), false] as const,
    )
    const took = performance.now() - began
    answers.push({ call: `${method} ${path.replace(/\?.*/, '')}`, began, took, answer, fine })
    return fine
  }
  let turn = index
  const calls = [
    () => call('GET', '/user'),
    () => call('GET', '/bucket'),
    () => call('GET', `/objects/paginate?bucket=${bucket}`),
    () => call('POST', '/objects/get-download-url', { bucket, key }),
    () => call('GET', '/jobs'),
    async () => {
      const folder = `${index}/${turn}/`
      const copy: Copy = { bucket, folder, done: false }
      copies.push(copy)
      const wanted = {
        bucket,
        keys: [key],
        target_bucket: bucket,
        target_folder: folder,
        existing: 'keep-both',
      }
      copy.done = await call('PUT', '/objects/copy', wanted)
    },
  ]
  while (performance.now() < end) {
    await pause(thinking * (0.5 + Math.random()))
    await calls[turn++ % calls.length]!()
  }
}

function report(answers: Answered[]) {
  const calls = Object.groupBy(answers, ({ call }) => call)
  for (const [call, all = []] of Object.entries(calls).sort()) {
    const times = all.map(({ took }) => took).sort((a, b) => a - b)
    const at = (part: number) => `${Math.round(times[Math.floor((times.length - 1) * part)]!)} ms`
    console.log(
      `${call.padEnd(36)} ${String(all.length).padStart(6)} calls   median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`,
    )
  }
}

/** How many copies are not there although they were said to be done, once all jobs have ended, and how many are twice. */
async function countTwice(working: Working[], copies: Copy[]): Promise<{ missing: number; twice: number }> {
  const clients = new Map(working.map(({ bucket, client }) => [bucket, client]))
  let missing = 0
  let twice = 0
  for (const { bucket, folder, done } of copies) {
    const stored = async () => {
      const listed = new ListObjectsV2Command({ Bucket: bucket, Prefix: folder })
      return ((await clients.get(bucket)!.send(listed)).Contents ?? []).filter(({ Key }) => Key !== folder)
        .length
    }
    // A job that the killed process held goes on when its lease has run out.
    let found = await stored()
    for (let tries = 0; done && found === 0 && tries < 60; tries++) {
      await pause(1000)
      found = await stored()
    }
    if (done && found === 0) missing++
    if (found > 1) twice++
  }
  return { missing, twice }
}
