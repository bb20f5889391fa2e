import type { JobKind } from '../../openapi/schema.ts'
import type { Kind } from './kind.ts'
import { abortUploads } from './kinds/abort-uploads.ts'
import { deleteBucket } from './kinds/delete-bucket.ts'
import { emptyBucket } from './kinds/empty-bucket.ts'

/** The kinds of jobs. Input and cursor come from the database as each kind stored them. */
export const kinds = {
  'empty-bucket': emptyBucket,
  'delete-bucket': deleteBucket,
  'abort-uploads': abortUploads,
} as { [Name in JobKind]: Kind }
