import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../server/engine/engine.ts'
import { filesOf, region, seeded, temporaryFolder } from './support.ts'

const ROUNDS = 20
/** Writes that a round's process acknowledges before it is killed, at least; up to twice as many. */
const LEAST = 40
const Bucket = 'durable'
const keys = { accessKeyId: 'DURABILITYTEST', secretAccessKey: randomBytes(20).toString('hex') }
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What a key may hold: what was acknowledged last, or what was under way when the process died. `null`: nothing. */
type Known = { acknowledged: string | null; under: (string | null)[] }

const start = async (dir: string): Promise<{ child: ChildProcess; client: S3Client }> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'engine-process.ts'), dir, keys.accessKeyId, keys.secretAccessKey],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
  const client = new S3Client({
    region,
    endpoint: `http://127.0.0.1:${line.toString().trim()}`,
    forcePathStyle: true,
    credentials: keys,
    maxAttempts: 1,
  })
  return { child, client }
}

/** Writes until the engine is gone: new objects, overwritten ones, deletions, copies, multipart uploads. */
const write = async (
  client: S3Client,
  model: Map<string, Known>,
  writer: string,
  random: () => number,
  onAcknowledged: () => void,
): Promise<void> => {
  let done = 0
  const step = async (Key: string, bytes: Buffer | null, send: () => Promise<unknown>): Promise<void> => {
    const known = model.get(Key) ?? { acknowledged: null, under: [] }
    model.set(Key, known)
    const hash = bytes === null ? null : sha256(bytes)
    known.under.push(hash)
    await send()
    known.acknowledged = hash
    known.under = []
    done += 1
    onAcknowledged()
  }
  try {
    for (;;) {
      const choice = random()
      const Key = choice < 0.6 ? `${writer}/new/${done}` : `${writer}/hot/${Math.floor(random() * 5)}`
      const bytes = randomBytes(Math.floor(random() ** 3 * 200_000))
      if (choice < 0.75) {
        await step(Key, bytes, () => client.send(new PutObjectCommand({ Bucket, Key, Body: bytes })))
      } else if (choice < 0.82) {
        await step(Key, null, () => client.send(new DeleteObjectCommand({ Bucket, Key })))
      } else if (choice < 0.88) {
        await step(Key, bytes, () => client.send(new PutObjectCommand({ Bucket, Key, Body: bytes })))
        const copy = `${Key} copy`
        await step(copy, bytes, () =>
          client.send(
            new CopyObjectCommand({ Bucket, Key: copy, CopySource: `${Bucket}/${encodeURIComponent(Key)}` }),
          ),
        )
      } else {
        const pieces = [randomBytes(70_000), bytes, randomBytes(10)]
        await step(Key, Buffer.concat(pieces), async () => {
          const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
          const Parts = await Promise.all(
            pieces.map(async (Body, index) => {
              const PartNumber = index + 1
              const { ETag } = await client.send(
                new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
              )
              return { ETag, PartNumber }
            }),
          )
          await client.send(
            new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
          )
        })
      }
    }
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode !== undefined) throw error
  }
}

const read = async (client: S3Client, Key: string): Promise<string | null> => {
  try {
    const got = await client.send(new GetObjectCommand({ Bucket, Key }))
    return sha256((await got.Body?.transformToByteArray()) ?? new Uint8Array())
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null
    throw error
  }
}

/** Compares keys with what they may hold, and keeps what they do hold. */
const verify = async (client: S3Client, model: Map<string, Known>, names: string[]): Promise<string[]> => {
  const wrong: string[] = []
  const queue = [...names]
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
        const known = model.get(key)!
        const hash = await read(client, key)
        if (hash !== known.acknowledged && !known.under.includes(hash)) wrong.push(key)
        known.acknowledged = hash
        known.under = []
      }
    }),
  )
  return wrong
}

const listed = async (client: S3Client): Promise<string[]> => {
  const found: string[] = []
  for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key } of page.Contents ?? []) found.push(Key as string)
  }
  return found.sort()
}

/** Blobs that the index names, and files there are, by shard and name; the engine must be closed. */
const blobs = (dir: string): { indexed: string[]; files: string[] } => {
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  const rows = db
    .prepare(
      `SELECT blob FROM content WHERE blob IS NOT NULL UNION SELECT blob FROM segment WHERE blob IS NOT NULL
       UNION SELECT blob FROM part WHERE blob IS NOT NULL`,
    )
    .all() as { blob: string }[]
  db.close()
  const files = readdirSync(join(dir, 'data')).flatMap(shard =>
    readdirSync(join(dir, 'data', shard)).map(name => shard + name),
  )
  return { indexed: rows.map(row => row.blob).sort(), files: files.sort() }
}

describe('kill -9', () => {
  test('20 times: what was acknowledged is there, whole; nothing partial is listed; no file is left over', async () => {
    const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 32)
    console.log(`durability: KHO_SEED=${seed}`)
    const random = seeded(seed)
    const dir = temporaryFolder()
    const model = new Map<string, Known>()
    let acknowledged = 0
    let orphans = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const { child, client } = await start(dir)
      if (round === 0) await client.send(new CreateBucketCommand({ Bucket }))
      await client.send(new HeadBucketCommand({ Bucket }))
      const gone = once(child, 'exit')
      const after = acknowledged + LEAST + Math.floor(random() * LEAST)
      const delay = random() * 20
      const onAcknowledged = (): void => {
        acknowledged += 1
        if (acknowledged === after) setTimeout(() => child.kill('SIGKILL'), delay)
      }
      const writers = Array.from({ length: 8 }, (_, n) =>
        write(client, model, `${round}/${n}`, random, onAcknowledged),
      )
      await gone
      await Promise.all(writers)
      client.destroy()

      const before = filesOf(dir)
      const engine = await openEngine({ dir, region, secret: new Uint8Array(32).fill(7) })
      await engine.close()
      const { indexed, files } = blobs(dir)
      orphans += before.temporary.length + before.blobs.length - files.length
      expect({ round, files, temporary: filesOf(dir).temporary }).toEqual({
        round,
        files: indexed,
        temporary: [],
      })

      const again = await start(dir)
      const touched = [...model.keys()].filter(key => key.startsWith(`${round}/`))
      expect({ round, wrong: await verify(again.client, model, touched) }).toEqual({ round, wrong: [] })
      const there = [...model].flatMap(([key, known]) => (known.acknowledged === null ? [] : [key])).sort()
      expect(await listed(again.client)).toEqual(there)
      const ended = once(again.child, 'exit')
      again.child.kill('SIGKILL')
      await ended
      again.client.destroy()
    }
    const { child, client } = await start(dir)
    expect(await verify(client, model, [...model.keys()])).toEqual([])
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    client.destroy()
    console.log(`durability: ${acknowledged} acknowledged writes, ${orphans} leftovers removed at starts`)
    expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * LEAST)
    rmSync(dir, { recursive: true })
  })
})
