import type { BucketEvent } from '../openapi/schema.ts'
import { keyLimit } from './limits.ts'
import * as v from './valibot.ts'

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

const chosen = v.pipe(v.string(), v.minLength(1, 'required'))
const partOfKey = v.pipe(v.string(), v.maxLength(keyLimit, 'text-too-long'))

/** The form of a bucket notification: bucket, topic and event are required (specification, section 5). */
export const notificationForm = v.object({
  bucket: chosen,
  topic: chosen,
  events: v.pipe(v.array(v.picklist(bucketEvents, 'required')), v.minLength(1, 'required')),
  prefix: partOfKey,
  suffix: partOfKey,
})
