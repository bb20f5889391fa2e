import { randomBytes } from 'node:crypto'
import type { PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import {
  buckets,
  MARKER,
  type Model,
  sha256,
  step,
  untilGone,
  versionName,
  type Writer,
} from './kill-model.ts'

const Bucket = buckets.plain
const Versioned = buckets.versioned

/** The metadata by which `read` tells the object's own from that of others. */
const metadataOf = (bytes: Buffer) => ({ sha256: sha256(bytes) })
const put = (client: S3, object: PutObjectCommandInput & { Body: Buffer }) =>
  client.putObject({ Metadata: metadataOf(object.Body), ...object })

/** Writes until the engine is gone: new objects, overwritten ones, deletions of one and of many, copies, multipart uploads. */
export const write = async (writer: Writer, model: Model): Promise<void> => {
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
      await one(Key, bytes, () => put(client, { Bucket, Key, Body: bytes }))
    } else if (choice < 0.78) {
      const names = Array.from({ length: 5 }, (_, n) => `${name}/new/${done - n}`)
      const Delete = { Objects: names.map(Key => ({ Key })), Quiet: true }
      await step(writer, model, names, null, () => client.deleteObjects({ Bucket, Delete }))
    } else if (choice < 0.82) {
      await one(Key, null, () => client.deleteObject({ Bucket, Key }))
    } else if (choice < 0.88) {
      await one(Key, bytes, () => put(client, { Bucket, Key, Body: bytes }))
      const copy = `${Key} copy`
      await one(copy, bytes, () =>
        client.copyObject({ Bucket, Key: copy, CopySource: `${Bucket}/${encodeURIComponent(Key)}` }),
      )
    } else {
      const pieces = [randomBytes(70_000), bytes, randomBytes(10)]
      const whole = Buffer.concat(pieces)
      await one(Key, whole, async () => {
        const Metadata = metadataOf(whole)
        const { UploadId } = await client.createMultipartUpload({ Bucket, Key, Metadata })
        const Parts = await Promise.all(
          pieces.map(async (Body, index) => {
            const PartNumber = index + 1
            const { ETag } = await client.uploadPart({ Bucket, Key, UploadId, PartNumber, Body })
            return { ETag, PartNumber }
          }),
        )
        await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
      })
    }
  })
}

/**
 * Writes versions and delete markers, and deletes versions, until the engine is gone. The id of one that was under way is
 * not known: `begun` counts them.
 */
export const writeVersions = async (
  writer: Writer,
  model: Model,
  begun: { count: number },
): Promise<void> => {
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
      const { VersionId } = await put(client, { Bucket: Versioned, Key, Body: bytes })
      add(Key, VersionId, sha256(bytes))
    } else if (choice < 0.75) {
      begun.count += 1
      const { VersionId } = await client.deleteObject({ Bucket: Versioned, Key })
      add(Key, VersionId, MARKER)
    } else {
      const Objects = mine.splice(0, choice < 0.9 ? 1 : 3)
      const names = Objects.map(version => versionName(version.Key, version.VersionId))
      await step(writer, model, names, null, () =>
        Objects.length > 1
          ? client.deleteObjects({ Bucket: Versioned, Delete: { Objects } })
          : client.deleteObject({ Bucket: Versioned, ...Objects[0]! }),
      )
    }
  })
}

/** Writes objects that lifecycle rules remove in later rounds, each once, until the engine is gone. */
export const writeExpiring = async (writer: Writer, model: Model): Promise<void> => {
  const { client, name, random } = writer
  let done = 0
  await untilGone(async () => {
    const Key = `${name}/${done++}`
    const bytes = randomBytes(Math.floor(random() ** 3 * 50_000))
    const send = () => put(client, { Bucket: buckets.expiring, Key, Body: bytes })
    await step(writer, model, [Key], sha256(bytes), send)
  })
}

/** Versions that lifecycle rules hide and remove in later rounds, by their names in a model; those that are locked never go. */
export type Expiring = Map<string, { hash: string; locked: boolean }>

/** Writes versions of a few keys, some of them locked, until the engine is gone. */
export const writeExpiringVersions = async (writer: Writer, model: Expiring): Promise<void> => {
  const { client, name, random, onAcknowledged } = writer
  await untilGone(async () => {
    const Key = `${name}/${Math.floor(random() * 4)}`
    const bytes = randomBytes(Math.floor(random() ** 3 * 20_000))
    const choice = random()
    const hold = choice < 0.1 ? ({ ObjectLockLegalHoldStatus: 'ON' } as const) : {}
    const far = new Date(Date.now() + 3650 * 24 * 3600_000)
    const retention =
      choice > 0.9 ? ({ ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: far } as const) : {}
    const { VersionId } = await put(client, {
      Bucket: buckets.expiringVersions,
      Key,
      Body: bytes,
      ...hold,
      ...retention,
    })
    model.set(versionName(Key, VersionId), { hash: sha256(bytes), locked: choice < 0.1 || choice > 0.9 })
    onAcknowledged()
  })
}
