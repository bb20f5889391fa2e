import type { JobKind } from '../../openapi/schema.ts'
import type { Kind } from './kind.ts'
import { abortUploads } from './kinds/abort-uploads.ts'
import { changeAcl } from './kinds/change-acl.ts'
import { copyKind } from './kinds/copy-objects.ts'
import { deleteBucket } from './kinds/delete-bucket.ts'
import { deleteObjects } from './kinds/delete-objects.ts'
import { emptyBucket } from './kinds/empty-bucket.ts'

export const kinds = {
  'empty-bucket': emptyBucket,
  'delete-bucket': deleteBucket,
  'abort-uploads': abortUploads,
  'copy-objects': copyKind('copyObjects', false),
  'move-objects': copyKind('moveObjects', true),
  'rename-folder': copyKind('renameObject', true),
  'delete-objects': deleteObjects,
  'change-acl': changeAcl,
} as { [Name in JobKind]: Kind }
