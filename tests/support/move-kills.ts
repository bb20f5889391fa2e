import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import { type Api, signInApi } from './api.ts'
import { owner, startConsole } from './console.ts'

export type Moved = {
  job: Job
  /** Times that the server was killed while the job was running. */
  kills: number
  /** Keys that are in the target; all distinct. */
  targets: number
  /** Keys that are still in the source. */
  sources: number
  /** Objects whose bytes are not those of their source. */
  wrong: number
  ms: number
}

/** Moves a folder of so many objects while the server, on SQLite, is killed and started again. */
export async function moveWithKills(objects: number, kills: number): Promise<Moved> {
  const kho = await startConsole()
  const bucket = 'chuyen'
  try {
    const { accessKey, secretKey } = await kho.keys()
    const client = makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: { accessKey, secretKey } })
    const signIn = () => signInApi(kho.url, owner.email, owner.password)
    let api: Api = await signIn()
    await api.call('POST', '/bucket', { bucket })
    const nameOf = (at: number) => `tệp ${String(at).padStart(6, '0')}`
    const left = Array.from({ length: objects }, (_, at) => at).values()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const at of left)
          await client.send(
            new PutObjectCommand({ Bucket: bucket, Key: `a/${nameOf(at)}`, Body: nameOf(at) }),
          )
      }),
    )
    const began = performance.now()
    const asked = { bucket, keys: ['a/'], target_bucket: bucket, target_folder: 'b/' }
    const { job: begun } = await api.call<{ job: Job }>('PUT', '/objects/move', asked)
    const now = () => api.call<Job>('GET', `/jobs/${begun.id}`)
    const list = async (Prefix: string) => {
      const found: { key: string; etag: string }[] = []
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix, ...(token && { ContinuationToken: token }) }),
        )
        found.push(...(page.Contents ?? []).map(({ Key = '', ETag = '' }) => ({ key: Key, etag: ETag })))
        token = page.NextContinuationToken
      } while (token)
      return found
    }
    const before = new Map((await list('a/')).map(({ key, etag }) => [key, etag]))
    let killed = 0
    for (let round = 0; round < kills; round += 1) {
      // At another place each time: copies are under way once there are more of them.
      const copied = (await list('b/')).length
      const until = copied + 30 + ((round * 37) % 100)
      let job = await now()
      while (job.ended_at === null && (await list('b/')).length < until) job = await now()
      if (job.ended_at !== null) break
      await kho.kill()
      killed += 1
      const db = new DatabaseSync(join(kho.dataDir, 'kho.sqlite'))
      db.exec('UPDATE jobs SET lease_until = 0')
      db.close()
      await kho.restart()
      api = await signIn()
    }
    let job = await now()
    while (job.ended_at === null) {
      await pause(100)
      job = await now()
    }
    const targets = await list('b/')
    const wrong = targets.filter(({ key, etag }) => before.get(key.slice('b/'.length)) !== etag)
    const sources = await list('a/')
    client.destroy()
    const ms = performance.now() - began
    return { job, kills: killed, targets: targets.length, sources: sources.length, wrong: wrong.length, ms }
  } finally {
    await kho.stop()
  }
}
