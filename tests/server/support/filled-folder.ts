import { join } from 'node:path'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3,
} from '@aws-sdk/client-s3'
import { fillPlain } from '../../releases/fill.ts'
import { addKey, adminEmail, firstPassword, s3With, settle } from '../../releases/fill-people.ts'
import { type Api, signInApi } from '../../support/api.ts'
import { freePorts } from '../../support/ceph.ts'
import { callSns } from '../../support/sns.ts'
import { startConsole } from './console.ts'

/** A folder with all kinds of things, of a Kho that was stopped; and what starts it again. */
export async function fillFolder(dir: string) {
  const [s3Port] = await freePorts(1)
  const env = {
    ...{ KHO_DATA_DIR: join(dir, 'old'), KHO_S3_PORT: String(s3Port) },
    ...{ KHO_ADMIN_EMAIL: adminEmail, KHO_ADMIN_PASSWORD: firstPassword },
  }
  const start = () => startConsole(env)
  const console = await start()
  const site = { url: console.url, s3Url: console.kho.s3Url! }
  const made = await fillPlain(site)
  const s3 = s3With(site, made.owner.key)
  const Bucket = 'tep-tin'
  const put = (Key: string, more: object = {}) => s3.putObject({ Bucket, Key, Body: Key, ...more })
  await put('trống/', { Body: new Uint8Array(), ContentType: 'application/x-directory' })
  await put('hai//gạch.txt')
  await put('đầu đề.txt', {
    ...{ CacheControl: 'max-age=60', ContentDisposition: 'inline', ContentLanguage: 'vi' },
    Expires: new Date('2030-01-01T00:00:00Z'),
  })
  await put('chung.txt', { ACL: 'public-read' })
  await put('mã hóa.txt', { ServerSideEncryption: 'AES256' })
  await s3.createBucket({ Bucket: 'cai-dat' })
  const of = { Bucket: 'cai-dat' }
  await s3.putBucketTagging({ ...of, Tagging: { TagSet: [{ Key: 'nhóm', Value: 'một' }] } })
  await s3.putBucketAcl({ ...of, ACL: 'public-read' })
  await s3.putBucketOwnershipControls({
    ...of,
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerPreferred' }] },
  })
  await s3.putBucketEncryption({
    ...of,
    ServerSideEncryptionConfiguration: {
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
  })
  const noncurrent = { NoncurrentDays: 1, NewerNoncurrentVersions: 3 }
  const rule = { ID: 'ba', Status: 'Enabled' as const, Filter: {}, NoncurrentVersionExpiration: noncurrent }
  const LifecycleConfiguration = { Rules: [rule] }
  await s3.putBucketLifecycleConfiguration({ ...of, LifecycleConfiguration })
  const statement = {
    Effect: 'Deny',
    Principal: '*',
    Action: 's3:PutBucketPolicy',
    Resource: 'arn:aws:s3:::cai-dat',
  }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await s3.putBucketPolicy({ ...of, Policy })
  const owner = await confirmed(site.url, made.owner)
  const quota = 64 * 1024 ** 2
  const { revision } = await owner.call<{ revision: string }>('GET', `/bucket/quota?bucket=${Bucket}`)
  await owner.call('PUT', '/bucket/quota', { bucket: Bucket, quota, revision })
  const reading = await owner.call<{ key: { access_key: string }; secret_key: string }>(
    'POST',
    '/user/access-key',
    { name: 'Chỉ đọc', permission: 'read', scope: [{ bucket: Bucket, prefix: 'ảnh/' }] },
  )
  const sns = { url: site.s3Url, region: 'us-east-1', keys: made.owner.key }
  const arn = />(arn:[^<]+)</.exec((await callSns(sns, 'CreateTopic', { Name: 'don-hang' })).xml)![1]!
  await s3.putBucketNotificationConfiguration({
    Bucket,
    NotificationConfiguration: { TopicConfigurations: [{ TopicArn: arn, Events: ['s3:ObjectCreated:*'] }] },
  })
  const admin = await confirmed(site.url, made.superAdmin)
  await admin.call('POST', '/user/create', {
    ...{ name: 'Tạm ngưng', contract_code: '2', site: 'us-east-1', quota: 10 * 1024 ** 2, expire_date: 0 },
    ...{ owner_name: 'Lê', owner_email: 'le@example.com', password: firstPassword },
    enable_bucket_notification: false,
  })
  const second = await settle(site, 'le@example.com', 'Vuon-tao#Owner-3')
  const its = s3With(site, await addKey(second.api, 'Một'))
  await its.createBucket({ Bucket: 'tam-ngung' })
  await its.putObject({ Bucket: 'tam-ngung', Key: 'a', Body: 'a' })
  its.destroy()
  const { accounts } = await admin.call<{ accounts: { id: string; name: string }[] }>('GET', '/user/list')
  const { id } = accounts.find(each => each.name === 'Tạm ngưng')!
  await admin.call('PUT', '/user/account', { id, suspended: true })
  s3.destroy()
  return {
    console,
    start,
    made,
    quota,
    reading: { accessKey: reading.key.access_key, secretKey: reading.secret_key },
  }
}

async function confirmed(
  url: string,
  person: { email: string; password: string; pin: string },
): Promise<Api> {
  const api = await signInApi(url, person.email, person.password)
  await api.call('POST', '/user/confirm-identity', { pin: person.pin })
  return api
}

/** What a key may do: the names of what is allowed. */
export async function allowedTo(s3: S3): Promise<string[]> {
  const Bucket = 'tep-tin'
  const calls = {
    'list bucket': new ListObjectsV2Command({ Bucket }),
    'list folder': new ListObjectsV2Command({ Bucket, Prefix: 'nhóm/' }),
    'get in folder': new GetObjectCommand({ Bucket, Key: 'nhóm/a.txt' }),
    'get in another': new GetObjectCommand({ Bucket, Key: 'ảnh/múa lân.txt' }),
    get: new GetObjectCommand({ Bucket, Key: 'ngắn.txt' }),
    'put in folder': new PutObjectCommand({ Bucket, Key: 'nhóm/thử', Body: new Uint8Array() }),
    put: new PutObjectCommand({ Bucket, Key: 'thử', Body: new Uint8Array() }),
    'delete in folder': new DeleteObjectCommand({ Bucket, Key: 'nhóm/thử' }),
    delete: new DeleteObjectCommand({ Bucket, Key: 'thử' }),
  }
  const allowed: string[] = []
  for (const [name, command] of Object.entries(calls)) {
    try {
      const { Body } = await s3.send(command as GetObjectCommand, {
        abortSignal: AbortSignal.timeout(10_000),
      })
      await Body?.transformToByteArray()
      allowed.push(name)
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
      if ($metadata?.httpStatusCode !== 403) throw new Error(name, { cause: error })
    }
  }
  return allowed
}
