import type { BucketEvent } from '../openapi/schema.ts'

/** The events of a bucket, by kind; the first of each kind stands for all of them. */
export const bucketEvents = [
  's3:ObjectCreated:*',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:Post',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectRemoved:*',
  's3:ObjectRemoved:Delete',
  's3:ObjectRemoved:DeleteMarkerCreated',
  's3:LifecycleExpiration:*',
  's3:LifecycleExpiration:Delete',
  's3:LifecycleExpiration:DeleteMarkerCreated',
  's3:ObjectTagging:*',
  's3:ObjectTagging:Put',
  's3:ObjectTagging:Delete',
  's3:ObjectAcl:Put',
] as const satisfies BucketEvent[]

/** The event that stands for all of a kind: `s3:ObjectCreated:*`. */
export const wholeOf = (event: string): string => event.replace(/[^:]+$/, '*')

/** What S3 calls an event within its kind: `Put`. */
export const actOf = (event: string): string => event.slice(event.lastIndexOf(':') + 1)

/** Whether an event is included already because its whole kind is chosen. */
export function isCovered(event: string, chosen: readonly string[]): boolean {
  return event !== wholeOf(event) && chosen.includes(wholeOf(event))
}
