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
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { openEngine } from '../../server/engine/engine.ts'
import { filesOf, region, seeded, temporaryFolder } from './support.ts'

/** Writes that a round's process acknowledges before it is killed, at least; up to twice as many. */
export const LEAST = 40
const Bucket = 'durable'
const Versioned = 'durable-versions'
const keys = { accessKeyId: 'DURABILITYTEST', secretAccessKey: randomBytes(20).toString('hex') }
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What a key may hold: what was acknowledged last, or what was under way when the process died. `null`: nothing. */
type Known = { acknowledged: string | null; under: (string | null)[] }

const start = async (dir: string, encrypt = false): Promise<{ child: ChildProcess; client: S3Client }> => {
  const child = spawn(
    process.execPath,
    [
      ...[join(import.meta.dirname, 'engine-process.ts'), dir, keys.accessKeyId, keys.secretAccessKey],
      ...(encrypt ? ['encrypt'] : []),
    ],
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

type Model = Map<string, Known>
type Writer = { client: S3Client; name: string; random: () => number; onAcknowledged: () => void }

/** Notes that the keys are about to hold `hash`, and, once `send` is acknowledged, that they do. */
const step = async (
  { onAcknowledged }: Writer,
  model: Model,
  names: string[],
  hash: string | null,
  send: () => Promise<unknown>,
): Promise<void> => {
  const all = names.map(name => {
    const known = model.get(name) ?? { acknowledged: null, under: [] }
    model.set(name, known)
    known.under.push(hash)
    return known
  })
  await send()
  for (const known of all) {
    known.acknowledged = hash
    known.under = []
  }
  onAcknowledged()
}

/** Ends quietly once the engine is gone; an answer that is an error is thrown. */
const untilGone = async (work: () => Promise<void>): Promise<void> => {
  try {
    for (;;) await work()
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode !== undefined) throw error
  }
}

/** Writes until the engine is gone: new objects, overwritten ones, deletions of one and of many, copies, multipart uploads. */
const write = async (writer: Writer, model: Model): Promise<void> => {
  const { client, name, random } = writer
  let done = 0
  const one = async (Key: string, bytes: Buffer | null, send: () => Promise<unknown>): Promise<void> => {
    await step(writer, model, [Key], bytes && sha256(bytes), send)
    done += 1
  }
  await untilGone(async () => {
    const choice = random()
    const Key = choice < 0.6 ? `${name}/new/${done}` : `${name}/hot/${Math.floor(random() * 5)}`
    const bytes = randomBytes(Math.floor(random() ** 3 * 200_000))
    if (choice < 0.75) {
      await one(Key, bytes, () => client.send(new PutObjectCommand({ Bucket, Key, Body: bytes })))
    } else if (choice < 0.78) {
      const names = Array.from({ length: 5 }, (_, n) => `${name}/new/${done - n}`)
      const Delete = { Objects: names.map(Key => ({ Key })), Quiet: true }
      await step(writer, model, names, null, () => client.send(new DeleteObjectsCommand({ Bucket, Delete })))
    } else if (choice < 0.82) {
      await one(Key, null, () => client.send(new DeleteObjectCommand({ Bucket, Key })))
    } else if (choice < 0.88) {
      await one(Key, bytes, () => client.send(new PutObjectCommand({ Bucket, Key, Body: bytes })))
      const copy = `${Key} copy`
      await one(copy, bytes, () =>
        client.send(
          new CopyObjectCommand({ Bucket, Key: copy, CopySource: `${Bucket}/${encodeURIComponent(Key)}` }),
        ),
      )
    } else {
      const pieces = [randomBytes(70_000), bytes, randomBytes(10)]
      await one(Key, Buffer.concat(pieces), async () => {
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
  })
}

/** A version's name in the model. */
const versionName = (key: string, id: string | undefined): string => `${key}\n${id}`
const MARKER = 'delete marker'

/**
 * Writes versions and delete markers, and deletes versions, until the engine is gone. The id of one that was under way is
 * not known: `begun` counts them.
 */
const writeVersions = async (writer: Writer, model: Model, begun: { count: number }): Promise<void> => {
  const { client, name, random, onAcknowledged } = writer
  const mine: { Key: string; VersionId: string }[] = []
  const add = (Key: string, VersionId: string | undefined, hash: string): void => {
    begun.count -= 1
    model.set(versionName(Key, VersionId), { acknowledged: hash, under: [] })
    mine.push({ Key, VersionId: VersionId! })
    onAcknowledged()
  }
  await untilGone(async () => {
    const Key = `${name}/${Math.floor(random() * 3)}`
    const choice = random()
    if (choice < 0.6 || mine.length < 4) {
      const bytes = randomBytes(Math.floor(random() ** 3 * 50_000))
      begun.count += 1
      const { VersionId } = await client.send(new PutObjectCommand({ Bucket: Versioned, Key, Body: bytes }))
      add(Key, VersionId, sha256(bytes))
    } else if (choice < 0.75) {
      begun.count += 1
      const { VersionId } = await client.send(new DeleteObjectCommand({ Bucket: Versioned, Key }))
      add(Key, VersionId, MARKER)
    } else {
      const Objects = mine.splice(0, choice < 0.9 ? 1 : 3)
      const names = Objects.map(version => versionName(version.Key, version.VersionId))
      await step(writer, model, names, null, () =>
        Objects.length > 1
          ? client.send(new DeleteObjectsCommand({ Bucket: Versioned, Delete: { Objects } }))
          : client.send(new DeleteObjectCommand({ Bucket: Versioned, ...Objects[0]! })),
      )
    }
  })
}

/** Every version of keys that begin with `prefix`, by its name in the model, with what it holds. */
const versions = async (client: S3Client, prefix: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  const pages = paginateListObjectVersions(client, prefix)
  for await (const { Versions = [], DeleteMarkers = [] } of pages) {
    for (const { Key, VersionId } of DeleteMarkers) found.set(versionName(Key!, VersionId), MARKER)
    await Promise.all(
      Versions.map(async ({ Key, VersionId }) => {
        const got = await client.send(new GetObjectCommand({ Bucket: Versioned, Key, VersionId }))
        const bytes = (await got.Body?.transformToByteArray()) ?? new Uint8Array()
        found.set(versionName(Key!, VersionId), sha256(bytes))
      }),
    )
  }
  return found
}

async function* paginateListObjectVersions(client: S3Client, Prefix: string) {
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await client.send(
      new ListObjectVersionsCommand({ Bucket: Versioned, Prefix, MaxKeys: 200, ...marker }),
    )
    yield page
    if (!page.IsTruncated) return
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
}

/** What is wrong with the versions; the model then knows those that were under way. */
const wrongVersions = (found: Map<string, string>, model: Model, begun: { count: number }): string[] => {
  const wrong: string[] = []
  for (const [name, known] of model) {
    const there = found.get(name) ?? null
    if (there !== known.acknowledged && !known.under.includes(there)) wrong.push(name)
    known.acknowledged = there
    known.under = []
  }
  const unknown = [...found].filter(([name]) => !model.has(name))
  if (unknown.length > begun.count) wrong.push(`${unknown.length} unknown, ${begun.count} begun`)
  for (const [name, hash] of unknown) model.set(name, { acknowledged: hash, under: [] })
  return wrong
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

export type KillRounds = { wrong: string[]; acknowledged: number; orphans: number }

/**
 * Kills the engine with SIGKILL in each of `rounds`, while nine clients write, and starts it again; in every second one
 * it encrypts what they write. `wrong`: what was
 * acknowledged and is not there, what is there and should not be, and files that are left over.
 */
export const killRounds = async (rounds: number, seed: number): Promise<KillRounds> => {
  const random = seeded(seed)
  const dir = temporaryFolder()
  const model: Model = new Map()
  const everyVersion: Model = new Map()
  const wrong: string[] = []
  let acknowledged = 0
  let orphans = 0
  for (let round = 0; round < rounds; round += 1) {
    const versionModel: Model = new Map()
    const begun = { count: 0 }
    const { child, client } = await start(dir, round % 2 === 1)
    if (round === 0) {
      for (const name of [Bucket, Versioned]) await client.send(new CreateBucketCommand({ Bucket: name }))
      await client.send(
        new PutBucketVersioningCommand({
          Bucket: Versioned,
          VersioningConfiguration: { Status: 'Enabled' },
        }),
      )
    }
    await client.send(new HeadBucketCommand({ Bucket }))
    const gone = once(child, 'exit')
    const after = acknowledged + LEAST + Math.floor(random() * LEAST)
    const delay = random() * 20
    const onAcknowledged = (): void => {
      acknowledged += 1
      if (acknowledged === after) setTimeout(() => child.kill('SIGKILL'), delay)
    }
    const writers = Array.from({ length: 9 }, (_, n) => {
      const writer = { client, name: `${round}/${n}`, random, onAcknowledged }
      return n < 6 ? write(writer, model) : writeVersions(writer, versionModel, begun)
    })
    await gone
    await Promise.all(writers)
    client.destroy()

    const before = filesOf(dir)
    const engine = await openEngine({ dir, region, secret: new Uint8Array(32).fill(7) })
    await engine.close()
    const { indexed, files } = blobs(dir)
    orphans += before.temporary.length + before.blobs.length - files.length
    const left = filesOf(dir).temporary.length
    if (left > 0 || files.join() !== indexed.join())
      wrong.push(`round ${round}: ${files.length} files, ${indexed.length} in the index, ${left} temporary`)

    const again = await start(dir)
    const touched = [...model.keys()].filter(key => key.startsWith(`${round}/`))
    for (const key of await verify(again.client, model, touched)) wrong.push(`round ${round}: ${key}`)
    for (const name of wrongVersions(await versions(again.client, `${round}/`), versionModel, begun))
      wrong.push(`round ${round}: version ${name}`)
    for (const [name, known] of versionModel) everyVersion.set(name, known)
    const there = [...model].flatMap(([key, known]) => (known.acknowledged === null ? [] : [key])).sort()
    if ((await listed(again.client)).join() !== there.join()) wrong.push(`round ${round}: the list`)
    const ended = once(again.child, 'exit')
    again.child.kill('SIGKILL')
    await ended
    again.client.destroy()
  }
  const { child, client } = await start(dir)
  wrong.push(...(await verify(client, model, [...model.keys()])))
  wrong.push(...wrongVersions(await versions(client, ''), everyVersion, { count: 0 }))
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  client.destroy()
  rmSync(dir, { recursive: true })
  return { wrong, acknowledged, orphans }
}
