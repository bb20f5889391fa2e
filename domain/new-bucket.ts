import { bucketName } from './bucket-name.ts'
import { retentionForm } from './object-lock.ts'
import * as v from './valibot.ts'

/** What a new bucket keeps of overwritten or deleted files: nothing, versions, or locked versions. */
export const bucketKeeps = ['nothing', 'versions', 'lock'] as const

/** The form of a new bucket. `lock` counts only if `keeps` is `lock`, and is then on. */
export const newBucketForm = v.object({
  bucket: bucketName,
  site: v.string(),
  acl: v.picklist(['private', 'public'], 'required'),
  keeps: v.picklist(bucketKeeps, 'required'),
  lock: retentionForm,
})
