import { S3 } from '@aws-sdk/client-s3'
import { afterAll } from 'vitest'
import type { AccessKey, Permission, ScopeFolder } from '../../../openapi/schema.ts'
import type { KeyPair } from '../../../server/s3/keys.ts'
import { type Answer, region, type Visitor } from './console.ts'
import { makePeople, type Person } from './people.ts'
import { request, type Said } from './requests.ts'
import type { StorageConsole } from './storages.ts'

/** What every bucket of `bucketOf` holds; the key is the text. */
export const files = ['ảnh/a.txt', 'ảnh/cưới/b c+.txt', 'khác/c.txt', 'gốc.txt']

export type Limit = { permission?: Permission | null; scope?: ScopeFolder[] | null }

/** The body of a good answer. */
export async function ok<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}

export type Limited = Awaited<ReturnType<typeof makeLimited>>

/** An owner with a key, and what makes sub-users and keys that are limited. */
export async function makeLimited({ console, endpoint }: Pick<StorageConsole, 'console' | 'endpoint'>) {
  const clients: S3[] = []
  afterAll(() => {
    for (const client of clients) client.destroy()
  })
  const people = await makePeople(console)
  const owner = await people.owner('chu')
  const visitor = await people.visit(owner, { confirmed: true })

  async function newKey(of: Visitor, limit: Limit = {}): Promise<KeyPair> {
    type Made = { key: AccessKey; secret_key: string }
    const body = { name: 'Máy chủ', ...limit }
    const { key, secret_key } = await ok<Made>(request(of, 'createAccessKey', { body }))
    return { accessKey: key.access_key, secretKey: secret_key }
  }

  function clientOf({ accessKey, secretKey }: KeyPair): S3 {
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
    const client = new S3({
      ...{ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 },
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    clients.push(client)
    return client
  }

  const owners = { visitor, s3: clientOf(await newKey(visitor)) }

  async function bucketOf(name: string): Promise<string> {
    await ok(request(visitor, 'createBucket', { body: { bucket: name } }))
    for (const Key of files) await owners.s3.putObject({ Bucket: name, Key, Body: Key })
    return name
  }

  const change = (subUser: Person, body: { permission?: Permission; scope?: ScopeFolder[] | null }) =>
    request(visitor, 'changeSubUser', { body: { id: subUser.id, permission: undefined, ...body } })

  /** A sub-user that is limited, with a session and a key. */
  async function limited(name: string, permission: Permission, scope: ScopeFolder[] | null) {
    const subUser = await people.subUser(owner, name, permission)
    await ok(change(subUser, { permission, scope }))
    const visitor = await people.visit(subUser, { confirmed: true })
    const ask = (id: string, said?: Said) => request(visitor, id, said)
    const keys = await newKey(visitor)
    return { subUser, visitor, ask, keys, s3: clientOf(keys) }
  }

  return { endpoint, people, owner, owners, newKey, clientOf, bucketOf, change, limited }
}

/** Which of the files a key gets. */
export async function gets(s3: S3, Bucket: string): Promise<string[]> {
  const got = await Promise.all(
    files.map(Key =>
      s3.getObject({ Bucket, Key }).then(
        async ({ Body }) => ((await Body?.transformToString()) === Key ? [Key] : []),
        () => [],
      ),
    ),
  )
  return got.flat()
}
