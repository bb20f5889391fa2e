import { bucketEvents } from '../../domain/bucket-events.ts'
import * as v from '../../domain/valibot.ts'

const chosen = v.pipe(v.string(), v.minLength(1, 'required'))
/** As of a key. */
const part = v.pipe(v.string(), v.maxLength(1024, 'text-too-long'))

/** The form of a bucket notification: bucket, topic and event are required (specification, section 5). */
export const notificationForm = v.object({
  bucket: chosen,
  topic: chosen,
  events: v.pipe(v.array(v.picklist(bucketEvents, 'required')), v.minLength(1, 'required')),
  prefix: part,
  suffix: part,
})
