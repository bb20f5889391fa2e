import { setTimeout as delay } from 'node:timers/promises'
import type { S3 } from '@aws-sdk/client-s3'
import type { Job } from '../../openapi/schema.ts'
import { atOnce } from '../../server/jobs/kind.ts'
import { makeClient } from '../../server/storage/client.ts'
import { copyObject } from '../../server/storage/copy-calls.ts'
import { unquoted } from '../../server/storage/object-states.ts'
import { type Api, signInApi } from '../support/api.ts'
import { owner, startConsole } from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import { median } from './median.ts'

const bucket = 'viec'
const aim = 0.8

type Entry = { key: string; etag: string }

/**
 * `jobs [objects] [rounds]`: copies, moves and deletes of a folder of objects of 1 KiB by jobs, beside the same S3 calls with
 * the same concurrency from this process; medians. Whether all reach 0.8 of these calls.
 */
export async function benchJobs(objects: number, rounds: number): Promise<boolean> {
  const kho = await startConsole()
  const client = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }))
  try {
    const api = await signInApi(kho.url, owner.email, owner.password)
    await api.call('POST', '/bucket', { bucket })
    await fill(client, objects)
    const asked = (keys: string, target_folder: string) => ({
      ...{ bucket, keys: [keys], target_bucket: bucket, target_folder },
    })
    const rows: [string, () => Promise<number>, () => Promise<number>][] = [
      [
        'copy',
        () => job(api, 'PUT', '/objects/copy', asked('a/', 'job/')),
        () => timed(() => eachPage(client, 'a/', page => copyPage(client, page, 'direct/'))),
      ],
      [
        'move',
        () => job(api, 'PUT', '/objects/move', asked('job/a/', 'moved-by-job/')),
        () => timed(() => eachPage(client, 'direct/a/', page => movePage(client, page, 'moved-directly/'))),
      ],
      [
        'delete',
        () => job(api, 'DELETE', '/objects/delete-folder', { bucket, folder: 'moved-by-job/' }),
        () => timed(() => eachPage(client, 'moved-directly/', page => deletePage(client, page))),
      ],
    ]
    const times = rows.map(() => ({ byJob: [] as number[], directly: [] as number[] }))
    for (let round = 0; round < rounds; round += 1)
      for (const [at, [, byJob, directly]] of rows.entries()) {
        times[at]!.byJob.push(await byJob())
        times[at]!.directly.push(await directly())
      }
    const met = rows.map(([name], at) => {
      const [byJob, directly] = [median(times[at]!.byJob), median(times[at]!.directly)]
      const ratio = directly / byJob
      const rate = (ms: number) => `${((objects / ms) * 1000).toFixed(0)}/s`
      console.log(
        `${name} of ${objects} objects of 1 KiB: by a job ${rate(byJob)}, directly ${rate(directly)}: ` +
          `${ratio.toFixed(2)} of the direct calls (aim ≥ ${aim}): ${ratio >= aim ? 'met' : 'NOT MET'}`,
      )
      return ratio >= aim
    })
    return met.every(Boolean)
  } finally {
    client.destroy()
    await kho.stop()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** ms from the call to the end of its job, to a tenth of a second: asked more often, the server would work for the asking. */
function job(api: Api, method: string, path: string, body: object): Promise<number> {
  return timed(async () => {
    const { job } = await api.call<{ job: Job }>(method, path, body)
    let now = job
    while (now.ended_at === null) {
      await delay(100)
      now = await api.call<Job>('GET', `/jobs/${job.id}`)
    }
    if (now.state !== 'done' || now.failed > 0) throw new Error(`The job ended: ${JSON.stringify(now)}`)
  })
}

async function inTurns<Item>(items: Iterable<Item>, most: number, work: (item: Item) => Promise<unknown>) {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    for (let item = left.next(); !item.done; item = left.next()) await work(item.value)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

function fill(client: S3, objects: number): Promise<void> {
  const Body = Buffer.alloc(1024, 'k')
  const keys = Array.from({ length: objects }, (_, at) => `a/${String(at).padStart(6, '0')}`)
  return inTurns(keys, 32, Key => client.putObject({ Bucket: bucket, Key, Body }))
}

async function eachPage(client: S3, Prefix: string, work: (page: Entry[]) => Promise<void>) {
  let token: string | undefined
  do {
    const page = await client.listObjectsV2({ Bucket: bucket, Prefix, ContinuationToken: token })
    token = page.NextContinuationToken
    await work((page.Contents ?? []).map(({ Key = '', ETag = '' }) => ({ key: Key, etag: ETag })))
  } while (token)
}

function copyPage(client: S3, page: Entry[], folder: string): Promise<void> {
  return inTurns(page, atOnce, ({ key, etag }) => {
    const from = { bucket, key, etag: unquoted(etag), storageClass: null, encryption: null }
    return copyObject(client, from, { bucket, key: folder + key.slice(key.indexOf('a/')) }, null)
  })
}

async function movePage(client: S3, page: Entry[], folder: string): Promise<void> {
  await copyPage(client, page, folder)
  await deletePage(client, page)
}

async function deletePage(client: S3, page: Entry[]): Promise<void> {
  const Objects = page.map(({ key, etag }) => ({ Key: key, ETag: etag }))
  await client.deleteObjects({ Bucket: bucket, Delete: { Quiet: true, Objects } })
}
