import { GetBucketEncryptionCommand, type S3Client } from '@aws-sdk/client-s3'
import { s3Name } from './client.ts'

/**
 * The algorithm that encrypts new objects by default, such as AES256; null: none. Source: S3 API reference,
 * GetBucketEncryption.
 */
export async function defaultEncryption(client: S3Client, bucket: string): Promise<string | null> {
  try {
    const answer = await client.send(new GetBucketEncryptionCommand({ Bucket: bucket }))
    const [rule] = answer.ServerSideEncryptionConfiguration?.Rules ?? []
    return rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm ?? null
  } catch (error) {
    if (s3Name(error) === 'ServerSideEncryptionConfigurationNotFoundError') return null
    throw error
  }
}
