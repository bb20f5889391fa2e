import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { Services } from '../operations/services.ts'
import { createBucket, listBuckets } from '../storage/buckets.ts'
import type { Sample } from '../store/bucket-samples.ts'
import { changeCustomer } from '../store/customers.ts'
import { findUserByEmail } from '../store/users.ts'
import { demoFiles, emptyBuckets } from './files.ts'
import { seedHistory } from './history.ts'
import { seedPeople, trial } from './people.ts'
import { seedTopics } from './topics.ts'

/**
 * Puts the sample data into the account of the user with this e-mail address, and returns the number of files. An
 * account that has a bucket is left unchanged.
 */
export async function seedDemo(
  services: Parameters<typeof seedTopics>[0] & Pick<Services, 'sync'>,
  email: string,
): Promise<number> {
  const owner = await findUserByEmail(services.db, email)
  if (!owner) return 0
  const { client } = await services.access.clientForUser(owner)
  if ((await listBuckets(client)).length > 0) return 0
  const files = [...demoFiles()]
  for (const bucket of new Set([...files.map(file => file.bucket), ...emptyBuckets]))
    await createBucket(client, bucket)
  const stored: { bucket: string; key: string; size: number }[] = []
  const held = new Map<string, Sample>()
  for (const { bucket, key, body, type } of files) {
    const Body = body()
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentType: type }))
    stored.push({ bucket, key, size: Body.length })
    const { bytes, objects } = held.get(bucket) ?? { bytes: 0, objects: 0 }
    held.set(bucket, { bucket, bytes: bytes + Body.length, objects: objects + 1 })
  }
  const place = {
    accountId: owner.accountId,
    site: services.region,
    now: Math.floor(services.now() / 1000),
  }
  await services.db.transaction().execute(async trx => {
    await seedPeople(trx, place)
    await changeCustomer(trx, owner.accountId, { enable_bucket_notification: true })
  })
  // The storage has to know that it may have topics.
  await services.sync.apply(owner.accountId)
  await seedHistory(services.db, { ...place, held: [...held.values()] })
  await seedTopics(services, owner, stored)
  const customer = await findUserByEmail(services.db, trial.email)
  if (customer && services.admin.capabilities.users) {
    const { client } = await services.access.clientForUser(customer)
    const Bucket = 'thuc-don-goc-pho'
    await createBucket(client, Bucket)
    const Body = Buffer.alloc(trial.bytes)
    await client.send(new PutObjectCommand({ Bucket, Key: 'Thực đơn mùa đông.pdf', Body }))
  }
  return files.length
}
