import {
  CreateBucketCommand,
  DeleteBucketCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'

/** `createdAt`: unix seconds. `identity`: distinguishes the bucket from earlier and later ones of the same name. */
type OwnBucket = { name: string; createdAt: number; identity: string }

/** Every bucket of the storage user, by name. */
export async function listBuckets(client: S3Client): Promise<OwnBucket[]> {
  const buckets: OwnBucket[] = []
  let token: string | undefined
  do {
    const page = await client.send(new ListBucketsCommand(token ? { ContinuationToken: token } : {}))
    for (const bucket of page.Buckets ?? []) {
      buckets.push({
        name: bucket.Name!,
        createdAt: Math.floor((bucket.CreationDate?.getTime() ?? 0) / 1000),
        identity: bucket.CreationDate?.toISOString() ?? '',
      })
    }
    token = page.ContinuationToken
  } while (token)
  return buckets.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Creates a bucket. BUCKET_IS_YOURS, BUCKET_EXISTS. The name is looked up first: some storages respond as if the user's
 * own bucket were new. `locks`: with object lock, and so with versions. Source: S3 API reference, CreateBucket.
 */
export async function createBucket(client: S3Client, bucket: string, locks = false): Promise<void> {
  if (await isTaken(client, bucket)) throw await takenProblem(client, bucket)
  try {
    await client.send(
      new CreateBucketCommand({ Bucket: bucket, ...(locks && { ObjectLockEnabledForBucket: true }) }),
    )
  } catch (error) {
    throw error instanceof Problem && error.code === 'BUCKET_EXISTS'
      ? await takenProblem(client, bucket)
      : error
  }
}

/** HEAD does not reveal the owner of the bucket: a public one responds to everybody. */
async function takenProblem(client: S3Client, bucket: string): Promise<Problem> {
  const own = await listBuckets(client)
  return new Problem(own.some(({ name }) => name === bucket) ? 'BUCKET_IS_YOURS' : 'BUCKET_EXISTS')
}

/** Deletes an empty bucket; BUCKET_NOT_EMPTY, BUCKET_NOT_FOUND. */
export async function deleteBucket(client: S3Client, bucket: string): Promise<void> {
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
}

/** BUCKET_NOT_FOUND, ACCESS_DENIED. Source: S3 API reference, HeadBucket. */
export async function requireBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (error instanceof Problem && error.status === 404)
      throw new Problem('BUCKET_NOT_FOUND', { cause: error })
    throw error
  }
}

async function isTaken(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'ACCESS_DENIED') return true
    if (error.status === 404) return false
    throw error
  }
}
