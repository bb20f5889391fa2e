import { setTimeout as pause } from 'node:timers/promises'
import type { S3 } from '@aws-sdk/client-s3'
import type { Job } from '../../openapi/schema.ts'
import { type Api, signInApi } from './api.ts'
import { owner } from './console.ts'

/** Processes of the console, one of which runs a job. */
export type Killable = {
  client: S3
  /** Of a process that is up. */
  url(): string
  /** Begins the job, and sees which process runs it. */
  begin(job: () => Promise<Job>): Promise<Job>
  /** Kills the process that runs the job, and goes on once another one can; false where it did not run it any more. */
  kill(job: Job): Promise<boolean>
  stop(): Promise<void>
}

export type Moved = {
  job: Job
  /** Times that the process that ran the job was killed. */
  kills: number
  /** Keys that are in the target; all distinct. */
  targets: number
  /** Keys that are still in the source. */
  sources: number
  /** Objects whose bytes are not those of their source. */
  wrong: number
  ms: number
}

/** Moves a folder of so many objects while the process that does it is killed so many times; stops the processes. */
export async function moveWithKills(killable: Killable, objects: number, kills: number): Promise<Moved> {
  const bucket = 'chuyen'
  const { client } = killable
  const signIn = () => signInApi(killable.url(), owner.email, owner.password)
  try {
    let api: Api = await signIn()
    await api.call('POST', '/bucket', { bucket })
    await fill(client, bucket, objects)
    const before = new Map((await list(client, bucket, 'a/')).map(({ key, etag }) => [key, etag]))
    const began = performance.now()
    const asked = { bucket, keys: ['a/'], target_bucket: bucket, target_folder: 'b/' }
    const begun = await killable.begin(
      async () => (await api.call<{ job: Job }>('PUT', '/objects/move', asked)).job,
    )
    const now = () => api.call<Job>('GET', `/jobs/${begun.id}`)
    const copied = async () => (await list(client, bucket, 'b/')).length
    let killed = 0
    for (let round = 0; killed < kills && round < 2 * kills; round += 1) {
      // At another place each time: copies are under way once there are more of them.
      const until = (await copied()) + 30 + ((round * 37) % 100)
      let job = await now()
      while (job.ended_at === null && (await copied()) < until) job = await now()
      if (job.ended_at !== null) break
      if (await killable.kill(begun)) killed += 1
      api = await signIn()
    }
    let job = await now()
    while (job.ended_at === null) {
      await pause(100)
      job = await now()
    }
    const ms = performance.now() - began
    const targets = await list(client, bucket, 'b/')
    const wrong = targets.filter(({ key, etag }) => before.get(key.slice('b/'.length)) !== etag)
    const sources = await list(client, bucket, 'a/')
    return { job, kills: killed, targets: targets.length, sources: sources.length, wrong: wrong.length, ms }
  } finally {
    client.destroy()
    await killable.stop()
  }
}

async function fill(client: S3, bucket: string, objects: number): Promise<void> {
  const nameOf = (at: number) => `tệp ${String(at).padStart(6, '0')}`
  const left = Array.from({ length: objects }, (_, at) => at).values()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const at of left)
        await client.putObject({ Bucket: bucket, Key: `a/${nameOf(at)}`, Body: nameOf(at) })
    }),
  )
}

async function list(client: S3, Bucket: string, Prefix: string): Promise<{ key: string; etag: string }[]> {
  const found: { key: string; etag: string }[] = []
  let token: string | undefined
  do {
    const page = await client.listObjectsV2({ Bucket, Prefix, ...(token && { ContinuationToken: token }) })
    found.push(...(page.Contents ?? []).map(({ Key = '', ETag = '' }) => ({ key: Key, etag: ETag })))
    token = page.NextContinuationToken
  } while (token)
  return found
}
