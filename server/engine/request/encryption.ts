import { AES256, ENCRYPTION, isKnownEncryption } from '../protocol/encryption.ts'
import { S3Error } from '../protocol/errors.ts'
import type { BucketRow } from '../store/buckets.ts'
import { type Asked, header } from './context.ts'

/** Headers for customer keys (SSE-C), and for keys of a key management service. */
const ofKeys = /^x-amz-(copy-source-)?server-side-encryption-/

/**
 * Rejects encryption with other keys than the engine's. `takes`: whether the operation creates an object.
 * @throws S3Error NotImplemented for customer keys and KMS; InvalidArgument for an unknown algorithm, for headers that
 * exclude each other, and if the operation creates no object
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/specifying-s3-encryption.html
 */
export const refuseEncryption = (context: Asked, takes: boolean): void => {
  const algorithm = header(context, ENCRYPTION)
  const keyHeaders = Object.keys(context.headers).filter(name => ofKeys.test(name))
  const [ofKey] = keyHeaders
  if (algorithm !== undefined) {
    const conflicts = keyHeaders.some(name => algorithm === AES256 || name.includes('-customer-'))
    if (!takes || conflicts || !isKnownEncryption(algorithm)) {
      throw new S3Error(
        'InvalidArgument',
        takes
          ? 'The encryption method specified is not supported, or not with the other headers.'
          : `The header ${ENCRYPTION} is not supported for this operation.`,
        { ArgumentName: ENCRYPTION, ArgumentValue: algorithm },
      )
    }
  }
  if (ofKey !== undefined) throw new S3Error('NotImplemented', undefined, { Header: ofKey })
  if (algorithm !== undefined && algorithm !== AES256) {
    throw new S3Error('NotImplemented', undefined, { Header: ENCRYPTION })
  }
}

/** Whether a new object is encrypted: if the request, the bucket or the engine's configuration requires it. */
export const encrypts = (context: Asked, bucket: BucketRow): boolean =>
  header(context, ENCRYPTION) !== undefined || bucket.encryption !== null || context.engine.encrypt
