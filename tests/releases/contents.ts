import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CORSRule, LifecycleRule } from '@aws-sdk/client-s3'
import type { AuditEntry, JobKind, Permission } from '../../openapi/schema.ts'

/** All of the examples in these folders are public: they open nothing else. */
export type Person = { email: string; password: string; pin: string }
export type Key = { accessKey: string; secretKey: string }
export type StoredObject = {
  bucket: string
  key: string
  versionId: string | null
  size: number
  /** Of the body, in hexadecimal digits. */
  sha256: string
  encrypted: boolean
}
export type StoredUpload = {
  bucket: string
  key: string
  id: string
  /** The text of part 1; no other part is stored. */
  part: { text: string; etag: string }
  encrypted: boolean
}

/** What a data folder of an earlier revision holds. Times are ISO 8601. */
export type Contents = {
  /** The commit whose server wrote the folder. */
  revision: string
  madeAt: string
  /** The newest migration of the console's database. */
  consoleSchema: string
  /** `PRAGMA user_version` of the engine's index. */
  indexSchema: number
  secret: string
  superAdmin: Person
  owner: Person & { account: string; key: Key }
  /** May read all buckets. */
  subUser: Person & { permission: Permission; key: Key }
  /** May read and write below one folder. */
  limited: Person & { permission: Permission; key: Key; bucket: string; folder: string }
  apiClient: { name: string; token: string; permission: Permission }
  buckets: string[]
  /** The versions of one key, oldest first, then its delete marker. */
  versions: { bucket: string; key: string; stored: StoredObject[]; marker: string }
  locked: {
    governance: StoredObject & { until: string }
    compliance: StoredObject & { until: string }
    legalHold: StoredObject
  }
  /** With metadata and tags. */
  described: StoredObject & {
    contentType: string
    metadata: Record<string, string>
    tags: Record<string, string>
  }
  /** Bodies in the index, in files and in several parts, plain and encrypted. */
  bodies: StoredObject[]
  uploads: StoredUpload[]
  settings: {
    bucket: string
    /** A statement of the bucket's policy, which lets everybody read `publicKey`. */
    statement: { Sid: string; Resource: string }
    publicKey: StoredObject
    cors: CORSRule
    lifecycle: LifecycleRule
  }
  /** Had begun or waited when the server was killed. */
  job: {
    id: string
    kind: JobKind
    state: string
    bucket: string
    /** Number of objects in the bucket before the job. */
    objects: number
    copies: { from: string; to: string }
  }
  /** The customer's audit log before the kill. */
  audit: AuditEntry[]
}

const folder = import.meta.dirname

export const releases: string[] = readdirSync(folder, { withFileTypes: true })
  .filter(each => each.isDirectory() && existsSync(join(folder, each.name, 'contents.json')))
  .map(each => each.name)
  .sort()

/** The files of a release. `dump`: the console's PostgreSQL as SQL, gzipped; null: `kho.sqlite` is in the archive. */
export function release(name: string): { contents: Contents; archive: string; dump: string | null } {
  const path = (file: string) => join(folder, name, file)
  const dump = path('console.sql.gz')
  return {
    contents: JSON.parse(readFileSync(path('contents.json'), 'utf8')),
    archive: path('data.tar.gz'),
    dump: existsSync(dump) ? dump : null,
  }
}
