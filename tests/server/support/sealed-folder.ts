import { S3 } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { storeMail } from '../../../server/mail/queue.ts'
import { keepToken } from '../../../server/operations/sso-ends.ts'
import type { Database } from '../../../server/store/open.ts'
import { type SealedColumn, sealedColumns } from '../../../server/vault/sealed-columns.ts'
import type { Vault } from '../../../server/vault/vault.ts'
import { region, type TestConsole } from './console.ts'
import { makePeople, type Person, password } from './people.ts'
import { request } from './requests.ts'
import { challengeOf, switchTwoStepOn, verify } from './two-step.ts'

const Bucket = 'ma-hoa'
const large = 'x'.repeat(100_000)
const small = 'nhỏ'

/** What was put into a data folder, for `expectWhole`. */
export type Filled = {
  owner: Person
  recoveryCodes: string[]
  key: { accessKey: string; secretKey: string }
  topicSecret: string
  uploadId: string
  etag: string
}

function clientOf(console: TestConsole, { accessKey, secretKey }: Filled['key']): S3 {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
  return new S3({ endpoint: console.kho.s3Url!, region, forcePathStyle: true, credentials })
}

/** Has every kind of secret sealed, and objects encrypted, by the console with KHO_S3_ENCRYPT=1. */
export async function fillSealed(console: TestConsole): Promise<Filled> {
  const { db, vault } = console.kho.services
  const people = await makePeople(console)
  const owner = await people.owner('chu', { events: true })
  const visitor = await people.visit(owner, { confirmed: true })
  const ask = async <T>(id: string, body?: Record<string, unknown>): Promise<T> => {
    const answer = await request(visitor, id, body ? { body } : {})
    expect([id, answer.status]).toEqual([id, expect.toBeOneOf([200, 201, 204])])
    return answer.body as T
  }
  await ask('createBucket', { bucket: Bucket })
  const made = await ask<{ key: { access_key: string }; secret_key: string }>('createAccessKey', {
    name: 'rclone',
  })
  const key = { accessKey: made.key.access_key, secretKey: made.secret_key }
  const group = { name: 'Kế toán', emails: ['a@example.com'] }
  const { id } = await ask<{ id: string }>('createNotificationGroup', group)
  await ask('createTopic', { name: 'don-hang', address: null, group_id: id })
  const { secret: topicSecret } = await ask<{ secret: string }>('rotateTopicSecret', { name: 'don-hang' })
  const begins = await people.visit(await people.subUser(owner, 'an', 'read'))
  expect((await begins.call('PUT', '/user/two-step-verification', { password })).status).toBe(200)
  const { recoveryCodes } = await switchTwoStepOn(console, visitor, password)
  const mail = { to: 'chu@example.com', subject: 'Chào', text: 'Chào', html: '<p>Chào' }
  await keepToken({ db, vault }, 'corp', { iss: 'https://sso.example.com', sub: 'an' }, 'token', 1e10)
  await storeMail({ db, vault }, { mail, link: null }, 1e6, Math.floor(console.clock.now / 1000) + 1e5)

  const s3 = clientOf(console, key)
  await s3.putObject({ Bucket, Key: 'lớn', Body: large })
  await s3.putObject({ Bucket, Key: 'nhỏ', Body: small })
  const begin = async (Key: string) => {
    const { UploadId } = await s3.createMultipartUpload({ Bucket, Key })
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: large }
    return { UploadId: UploadId!, ETag: (await s3.uploadPart(part)).ETag! }
  }
  const whole = await begin('ghép')
  await complete(s3, 'ghép', whole.UploadId, whole.ETag)
  const { UploadId: uploadId, ETag: etag } = await begin('dở')
  s3.destroy()
  return { owner, recoveryCodes, key, topicSecret, uploadId, etag }
}

async function complete(s3: S3, Key: string, UploadId: string, ETag: string): Promise<void> {
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
  await s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload })
}

/** Everything in the folder opens; uses a recovery code up. */
export async function expectWhole(console: TestConsole, filled: Filled): Promise<void> {
  const { db, vault } = console.kho.services
  const values = await sealedValues(db)
  const plain = values.map(({ column, sealed, owner }) => vault.open(sealed, column, owner))
  expect(plain).toEqual(expect.arrayContaining([filled.topicSecret, filled.key.secretKey]))
  const code = filled.recoveryCodes.pop()!
  const visitor = console.visitor()
  const challenge = await challengeOf(visitor, { username: filled.owner.email, password })
  expect((await verify(visitor, challenge, code)).status).toBe(200)
  expect((await verify(console.visitor(), challenge, code)).status).not.toBe(200)
  const buckets = await visitor.call('GET', '/bucket')
  expect(buckets.body).toMatchObject({ buckets: [{ name: Bucket }] })
  const s3 = clientOf(console, filled.key)
  const read = async (Key: string) => (await s3.getObject({ Bucket, Key })).Body!.transformToString()
  expect([await read('lớn'), await read('nhỏ'), await read('ghép')]).toEqual([large, small, large])
  s3.destroy()
}

/** The upload that was left unfinished goes on. */
export async function expectContinued(console: TestConsole, filled: Filled): Promise<void> {
  const s3 = clientOf(console, filled.key)
  await complete(s3, 'dở', filled.uploadId, filled.etag)
  const { Body } = await s3.getObject({ Bucket, Key: 'dở' })
  expect(await Body!.transformToString()).toBe(large)
  await s3.createBucket({ Bucket: 'moi' })
  s3.destroy()
}

type Sealed = { column: SealedColumn; sealed: string; owner: string }

/** Every sealed value of a database; fails if a column has none. */
export async function sealedValues(db: Database): Promise<Sealed[]> {
  const found: Sealed[] = []
  for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
    const [table = '', name = ''] = column.split('.')
    const { owner, begins } = sealedColumns[column]
    const { rows } = await sql<{ sealed: string; owner: string }>`
      select ${sql.ref(name)} as "sealed", ${sql.ref(owner)} as "owner" from ${sql.table(table)}
      where ${sql.ref(name)} is not null`.execute(db)
    const values = rows.filter(row => row.owner.startsWith(begins ?? ''))
    // Only replacing a secret makes a digest key.
    if (begins === undefined) expect([column, values.length]).not.toEqual([column, 0])
    found.push(...values.map(value => ({ column, ...value })))
  }
  return found
}

/** How many of the values the vault opens. */
export function opened(vault: Vault, values: Sealed[]): number {
  return values.filter(({ sealed, column, owner }) => {
    try {
      vault.open(sealed, column, owner)
      return true
    } catch {
      return false
    }
  }).length
}
