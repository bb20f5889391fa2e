import type { JobKind } from '../../openapi/schema.ts'
import type { Kind } from './kind.ts'
import { abortUploads } from './kinds/abort-uploads.ts'
import { changeAcl } from './kinds/change-acl.ts'
import { copying } from './kinds/copy-objects.ts'
import { deleteBucket } from './kinds/delete-bucket.ts'
import { deleteObjects } from './kinds/delete-objects.ts'
import { emptyBucket } from './kinds/empty-bucket.ts'

/** The kinds of jobs. Input and cursor come from the database as each kind stored them. */
export const kinds = {
  'empty-bucket': emptyBucket,
  'delete-bucket': deleteBucket,
  'abort-uploads': abortUploads,
  'copy-objects': copying('copyObjects', false),
  'move-objects': copying('moveObjects', true),
  'rename-folder': copying('renameObject', true),
  'delete-objects': deleteObjects,
  'change-acl': changeAcl,
} as { [Name in JobKind]: Kind }
