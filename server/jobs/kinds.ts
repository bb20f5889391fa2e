import type { jobTraits } from '../../domain/jobs.ts'
import type { JobKind } from '../../openapi/schema.ts'
import type { Kind, RetriableKind } from './kind.ts'
import { abortUploads } from './kinds/abort-uploads.ts'
import { changeAcl } from './kinds/change-acl.ts'
import { copyKind } from './kinds/copy-objects.ts'
import { deleteObjects } from './kinds/delete-objects.ts'
import { deleteBucket, emptyBucket } from './kinds/empty-bucket.ts'
import { undo } from './kinds/undo.ts'

type KindOf<Name extends JobKind> = (typeof jobTraits)[Name]['mayRetry'] extends true ? RetriableKind : Kind

export const kinds: { [Name in JobKind]: KindOf<Name> } = {
  'empty-bucket': emptyBucket,
  'delete-bucket': deleteBucket,
  'abort-uploads': abortUploads,
  'copy-objects': copyKind('copyObjects', false),
  'move-objects': copyKind('moveObjects', true),
  'rename-folder': copyKind('renameObject', true),
  'delete-objects': deleteObjects,
  'change-acl': changeAcl,
  undo,
}
