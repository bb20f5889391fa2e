import { createHash } from 'node:crypto'
import type { PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { MiB } from '../../domain/limits.ts'
import type { AuditEntry, Job } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import type { Contents, StoredObject, StoredUpload } from './contents.ts'
import { addPeople, s3With } from './fill-people.ts'

/** A running server: its console and its S3 endpoint. */
export type Site = { url: string; s3Url: string }

export const secret = 'an example secret, not for use in production'

/** What the first run stores, by a server that encrypts nothing on its own. */
type Plain = Omit<Contents, 'revision' | 'madeAt' | 'consoleSchema' | 'indexSchema' | 'job' | 'audit'>

const files = 'tep-tin'
const many = 'nhieu-tep'
const manyFolder = 'nguồn/'
const manyKeys = Array.from({ length: 300 }, (_, i) => `${manyFolder}${String(i).padStart(3, '0')}.txt`)
const until = new Date('2099-12-31T00:00:00Z')

async function put(
  s3: S3,
  input: { Bucket: string; Key: string; Body: string } & Partial<PutObjectCommandInput>,
): Promise<StoredObject> {
  const { VersionId, ServerSideEncryption } = await s3.putObject(input)
  return {
    ...{ bucket: input.Bucket, key: input.Key, versionId: VersionId ?? null },
    ...digest(input.Body),
    encrypted: ServerSideEncryption !== undefined,
  }
}

function digest(...parts: (string | Uint8Array)[]): { size: number; sha256: string } {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return { size: parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0), sha256: hash.digest('hex') }
}

/** 24 KiB, more than the engine keeps in its index. */
const long = (word: string) => `${word} `.repeat(24_576 / (word.length + 1))

async function uploadInParts(s3: S3, Bucket: string, Key: string): Promise<StoredObject> {
  const { UploadId } = await s3.createMultipartUpload({ Bucket, Key })
  // As small as S3 allows; zeros, which take no room in the archive.
  const bodies = [new Uint8Array(5 * MiB), Buffer.from('phần cuối')]
  const Parts: { PartNumber: number; ETag: string }[] = []
  for (const [index, Body] of bodies.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1 }
    const { ETag } = await s3.uploadPart({ ...part, Body })
    Parts.push({ PartNumber: part.PartNumber, ETag: ETag! })
  }
  const MultipartUpload = { Parts }
  const done = await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload })
  return {
    bucket: Bucket,
    key: Key,
    versionId: done.VersionId ?? null,
    ...digest(...bodies),
    encrypted: false,
  }
}

async function beginUpload(s3: S3, Key: string): Promise<StoredUpload> {
  const begun = await s3.createMultipartUpload({ Bucket: files, Key })
  const text = `phần 1 của ${Key}\n`.repeat(100)
  const part = { Bucket: files, Key, UploadId: begun.UploadId, PartNumber: 1, Body: text }
  const { ETag } = await s3.uploadPart(part)
  const encrypted = begun.ServerSideEncryption !== undefined
  return { bucket: files, key: Key, id: begun.UploadId!, part: { text, etag: ETag! }, encrypted }
}

async function addVersions(s3: S3): Promise<Contents['versions']> {
  const Bucket = 'phien-ban'
  const Key = 'báo cáo.txt'
  await s3.createBucket({ Bucket })
  const VersioningConfiguration = { Status: 'Enabled' as const }
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration })
  const stored = [
    await put(s3, { Bucket, Key, Body: 'bản 1' }),
    await put(s3, { Bucket, Key, Body: 'bản 2' }),
  ]
  const { VersionId } = await s3.deleteObject({ Bucket, Key })
  return { bucket: Bucket, key: Key, stored, marker: VersionId! }
}

async function addLocked(s3: S3): Promise<Contents['locked']> {
  const Bucket = 'khoa-tep'
  await s3.createBucket({ Bucket, ObjectLockEnabledForBucket: true })
  const kept = async (ObjectLockMode: 'GOVERNANCE' | 'COMPLIANCE') => {
    const Key = `${ObjectLockMode.toLowerCase()}.txt`
    const lock = { ObjectLockMode, ObjectLockRetainUntilDate: until }
    return { ...(await put(s3, { Bucket, Key, Body: Key, ...lock })), until: until.toISOString() }
  }
  const held = { Bucket, Key: 'legal-hold.txt', Body: 'legal hold', ObjectLockLegalHoldStatus: 'ON' as const }
  return {
    governance: await kept('GOVERNANCE'),
    compliance: await kept('COMPLIANCE'),
    legalHold: await put(s3, held),
  }
}

async function addSettings(s3: S3): Promise<Contents['settings']> {
  const publicKey = await put(s3, { Bucket: files, Key: 'cong-khai/a.txt', Body: 'công khai' })
  const statement = { Sid: 'PublicFolder', Resource: `arn:aws:s3:::${files}/cong-khai/*` }
  const allow = { ...statement, Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow] })
  await s3.putBucketPolicy({ Bucket: files, Policy })
  const cors = {
    ...{ ID: 'vi-du', AllowedOrigins: ['https://example.com'], AllowedMethods: ['GET', 'PUT'] },
    ...{ AllowedHeaders: ['content-type'], ExposeHeaders: ['etag'], MaxAgeSeconds: 600 },
  }
  const CORSConfiguration = { CORSRules: [cors] }
  await s3.putBucketCors({ Bucket: files, CORSConfiguration })
  const lifecycle = {
    ...{ ID: 'tam', Status: 'Enabled' as const, Filter: { Prefix: 'tam/' }, Expiration: { Days: 30 } },
  }
  const LifecycleConfiguration = { Rules: [lifecycle] }
  await s3.putBucketLifecycleConfiguration({ Bucket: files, LifecycleConfiguration })
  return { bucket: files, statement, publicKey, cors, lifecycle }
}

async function addDescribed(s3: S3): Promise<Contents['described']> {
  const more = {
    contentType: 'text/plain; charset=utf-8',
    metadata: { photographer: 'An', album: 'Tet-2026' },
    tags: { 'sự kiện': 'Tết', year: '2026' },
  }
  const stored = await put(s3, {
    ...{ Bucket: files, Key: 'ảnh/múa lân.txt', Body: 'Múa lân đầu năm\n' },
    ...{ ContentType: more.contentType, Metadata: more.metadata },
    Tagging: new URLSearchParams(more.tags).toString(),
  })
  return { ...stored, ...more }
}

/** In the first run: the log of the killed one holds little then. */
async function addMany(s3: S3): Promise<void> {
  await s3.createBucket({ Bucket: many })
  for (let i = 0; i < manyKeys.length; i += 20) {
    const puts = manyKeys.slice(i, i + 20).map(Key => put(s3, { Bucket: many, Key, Body: Key }))
    await Promise.all(puts)
  }
}

/** The first run: people, keys, buckets and objects. */
export async function fillPlain(site: Site): Promise<Plain> {
  const people = await addPeople(site)
  const s3 = s3With(site, people.owner.key)
  await s3.createBucket({ Bucket: files })
  const settings = await addSettings(s3)
  const { subUser, limited } = await people.addSubUsers({ bucket: files, folder: 'nhóm/' })
  const plain = {
    secret,
    ...{ superAdmin: people.superAdmin, owner: people.owner, subUser, limited, apiClient: people.apiClient },
    settings,
    versions: await addVersions(s3),
    locked: await addLocked(s3),
    described: await addDescribed(s3),
    bodies: [
      await put(s3, { Bucket: files, Key: 'ngắn.txt', Body: 'ngắn' }),
      await put(s3, { Bucket: files, Key: 'dài.txt', Body: long('dài') }),
      await put(s3, { Bucket: files, Key: 'nhóm/a.txt', Body: 'của nhóm' }),
      await uploadInParts(s3, files, 'nhiều phần.bin'),
    ],
    uploads: [await beginUpload(s3, 'đang tải.bin')],
    buckets: ['khoa-tep', many, 'phien-ban', files],
  }
  await addMany(s3)
  s3.destroy()
  return plain
}

/** The second run, on a server that encrypts all new objects. */
export async function fillEncrypted(site: Site, { owner, bodies, uploads }: Plain): Promise<void> {
  const s3 = s3With(site, owner.key)
  bodies.push(
    await put(s3, { Bucket: files, Key: 'mã hóa/ngắn.txt', Body: 'mã hóa' }),
    await put(s3, { Bucket: files, Key: 'mã hóa/dài.txt', Body: long('mã hóa') }),
  )
  uploads.push(await beginUpload(s3, 'mã hóa/đang tải.bin'))
  s3.destroy()
  const plain = [...bodies.slice(-2), ...uploads.slice(-1)].filter(each => !each.encrypted)
  if (plain.length > 0) throw new Error(`${plain[0]!.key} is not encrypted.`)
}

export async function auditLog(site: Site, { owner }: Plain): Promise<AuditEntry[]> {
  const api = await signInApi(site.url, owner.email, owner.password)
  return (await api.call<{ entries: AuditEntry[] }>('GET', '/audit?page_size=200')).entries
}

/** Gives what starts a job and waits until it runs, so that a kill finds it under way. */
export async function prepareJob(site: Site, { owner }: Plain) {
  const api = await signInApi(site.url, owner.email, owner.password)
  const copy = { bucket: many, keys: [manyFolder], target_bucket: many, target_folder: 'đích/' }
  return async (): Promise<Omit<Contents['job'], 'state'>> => {
    const { id, kind } = (await api.call<{ job: Job }>('PUT', '/objects/copy', copy)).job
    let { state } = await api.call<Job>('GET', `/jobs/${id}`)
    while (state === 'queued') ({ state } = await api.call<Job>('GET', `/jobs/${id}`))
    const copies = { from: manyFolder, to: `${copy.target_folder}${manyFolder}` }
    return { id, kind, bucket: many, objects: manyKeys.length, copies }
  }
}
