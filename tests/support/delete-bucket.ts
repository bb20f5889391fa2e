import { S3 } from '@aws-sdk/client-s3'
import type { Console } from './console.ts'

const clients = new Map<string, Promise<S3>>()

async function clientOf(kho: Console): Promise<S3> {
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = await kho.keys()
  const credentials = { accessKeyId, secretAccessKey }
  return new S3({ endpoint: kho.s3Url, region: 'us-east-1', forcePathStyle: true, credentials })
}

/** Deletes a bucket of the first account with what it holds; nothing if it is gone. What is locked, stays. */
export async function deleteBucket(kho: Console, bucket: string): Promise<void> {
  const made = clients.get(kho.s3Url) ?? clientOf(kho)
  clients.set(kho.s3Url, made)
  const client = await made
  try {
    const held = await client.listObjectVersions({ Bucket: bucket })
    const Objects = [...(held.Versions ?? []), ...(held.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      ...{ Key, VersionId },
    }))
    if (Objects.length > 0)
      await client.deleteObjects({ Bucket: bucket, Delete: { Objects }, BypassGovernanceRetention: true })
    await client.deleteBucket({ Bucket: bucket })
  } catch (error) {
    if (error instanceof Error && ['NoSuchBucket', 'BucketNotEmpty'].includes(error.name)) return
    throw error
  }
}
