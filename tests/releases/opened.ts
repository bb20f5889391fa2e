import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { S3 } from '@aws-sdk/client-s3'
import pg from 'pg'
import { startConsole, type TestConsole, type Visitor } from '../server/support/console.ts'
import { type Contents, type Key, type Person, release, type StoredObject } from './contents.ts'
import { s3With } from './fill-people.ts'

/** Today's server on a folder of an earlier revision. */
export type Opened = {
  contents: Contents
  console: TestConsole
  /** A client with the key; all use the same connections until `stop`. */
  s3(key: Key): S3
  /** Signs in with the stored password. */
  signIn(person: Person): Promise<Visitor>
  stop(): Promise<void>
}

/** Parts of an upload may be as small as those in the folders. */
const minPartSize = 1000

/**
 * Unpacks the folder and starts the server on it. `database`: makes an empty PostgreSQL database and gives its address, for
 * the dump.
 */
export async function open(name: string, database: () => Promise<string>): Promise<Opened> {
  const { contents, archive, dump } = release(name)
  const dir = mkdtempSync(join(tmpdir(), 'kho-release-'))
  execFileSync('tar', ['-xzf', archive, '-C', dir])
  const env: Record<string, string> = {
    ...{ KHO_DATA_DIR: dir, KHO_SECRET: contents.secret, KHO_ADMIN_EMAIL: contents.superAdmin.email },
    // Of accounts in PostgreSQL no copy is made.
    KHO_UPGRADE_WITHOUT_COPY: dump ? '1' : '0',
    // However old the folder is.
    KHO_AUDIT_DAYS: '0',
  }
  if (dump) env.KHO_DATABASE_URL = await restore(dump, await database())
  const console = await startConsole(env, { minPartSize })
  const clients: S3[] = []
  return {
    contents,
    console,
    s3(key) {
      const client = s3With({ s3Url: console.kho.s3Url! }, key)
      clients.push(client)
      return client
    },
    async signIn({ email, password }) {
      const visitor = console.visitor()
      const { status, body } = await visitor.signIn({ username: email, password })
      if (status !== 200) throw new Error(`${email}: ${status} ${JSON.stringify(body)}`)
      return visitor
    },
    async stop() {
      for (const client of clients) client.destroy()
      await console.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Gives the address of the database, with what was dumped. */
export async function restore(dump: string, url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  // Lines with a backslash are for psql only.
  await client.query(
    gunzipSync(readFileSync(dump))
      .toString()
      .replaceAll(/^\\.*$/gm, ''),
  )
  await client.end()
  return url
}

/** What the folder should hold of an object, as S3 tells it. */
export async function readObject(s3: S3, { bucket, key, versionId }: StoredObject) {
  const which = { Bucket: bucket, Key: key, ...(versionId !== null && { VersionId: versionId }) }
  const answer = await s3.getObject(which)
  const bytes = await answer.Body!.transformToByteArray()
  const stored: StoredObject = {
    ...{ bucket, key, versionId, size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    encrypted: answer.ServerSideEncryption !== undefined,
  }
  return { stored, answer }
}
