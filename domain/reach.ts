import { needs, type operations, type UploadBatch } from '../openapi/schema.ts'
import { type Copying, type Renaming, renamed, targetIn } from './copy-target.ts'
import { covers, type Scope, waysDown } from './scope.ts'

type Id = keyof operations

type Input<Operation extends Id> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : operations[Operation] extends {
        parameters: { query: infer Query }
        requestBody: { content: { 'application/octet-stream': string } }
      }
    ? Query & UploadBatch
    : operations[Operation] extends { parameters: { query: infer Query } }
      ? Query
      : undefined

/** Keys and prefixes of a bucket. `lists`: folders, which may also be ancestors of the scope's folders. */
type Named = { bucket: string; prefixes: string[]; lists?: true }

const oneKey = ({ bucket, key }: { bucket: string; key: string }): Named => ({ bucket, prefixes: [key] })
const oneFolder = ({ bucket, folder }: { bucket: string; folder: string }): Named => ({
  bucket,
  prefixes: [folder],
})
const onePath = ({ bucket, path }: { bucket: string; path: string }): Named => ({ bucket, prefixes: [path] })
const listing = ({ bucket, prefix = '' }: { bucket: string; prefix?: string }): Named => ({
  bucket,
  prefixes: [prefix],
  lists: true,
})
const bothSides = ({ bucket, keys, target_bucket, target_folder }: Copying): Named[] => [
  { bucket, prefixes: keys },
  { bucket: target_bucket, prefixes: keys.map(key => targetIn(target_folder, key)) },
]

/**
 * What a request names, for each operation on files that users with a scope may call; others are closed to them. null:
 * nothing; the handler filters its result by the scope.
 */
const table: { [Operation in Id]?: (input: Input<Operation>) => Named | Named[] | null } = {
  listBuckets: () => null,
  getBucketStatus: ({ bucket: buckets }) => buckets.map(bucket => listing({ bucket })),
  // A sub-user's own jobs. The keys of their failures may be outside a scope that was set later.
  listJobs: () => null,
  watchJobs: () => null,
  getJob: () => null,
  cancelJob: () => null,
  // What the job names is checked again before each of its batches.
  retryJob: () => null,
  undoAct: () => null,
  listObjects: listing,
  paginateObjects: listing,
  countObjects: ({ bucket, prefix = '' }) => ({ bucket, prefixes: [prefix] }),
  watchObjects: ({ bucket, prefix = '' }) => ({ bucket, prefixes: [prefix] }),
  // Without a bucket the handler searches the scope's folders.
  searchObjects: ({ bucket, prefix }) =>
    bucket === undefined ? null : listing({ bucket, ...(prefix !== undefined && { prefix }) }),
  getDownloadUrl: oneKey,
  generateUrl: onePath,
  // A user's own shares, which show only what is in the scope of now.
  listShares: () => null,
  createShare: onePath,
  changeShare: () => null,
  deleteShare: () => null,
  listObjectVersions: ({ bucket, prefix = '' }) => ({ bucket, prefixes: [prefix] }),
  getObjectTags: onePath,
  putObjectTags: onePath,
  deleteObjectTags: onePath,
  getObjectRetention: onePath,
  putObjectRetention: onePath,
  getObjectLegalHold: onePath,
  putObjectLegalHold: onePath,
  restoreObjectVersion: onePath,
  deleteObjectVersion: onePath,
  listDeletedObjects: ({ bucket, prefix = '' }) => ({ bucket, prefixes: [prefix] }),
  restoreDeletedObjects: ({ bucket, keys }) => ({ bucket, prefixes: keys }),
  getObjectAcl: onePath,
  putObjectAcl: onePath,
  readObjectAcls: ({ bucket, keys }) => ({ bucket, prefixes: keys }),
  putObjectAcls: ({ bucket, keys }) => ({ bucket, prefixes: keys }),
  getObjectDetails: onePath,
  changeObjectDetails: onePath,
  createFolder: oneFolder,
  deleteObjects: ({ bucket, keys }) => ({ bucket, prefixes: keys }),
  deleteFolder: oneFolder,
  deleteSelection: ({ bucket, keys, objects = [] }) => ({ bucket, prefixes: [...keys, ...objects] }),
  copyObjects: bothSides,
  moveObjects: bothSides,
  renameObject: (renaming: Renaming) => ({
    bucket: renaming.bucket,
    prefixes: [renaming.key, renamed(renaming)],
  }),
  createZip: ({ bucket, keys = [], folders = [] }) => ({ bucket, prefixes: [...keys, ...folders] }),
  // Its token belongs to the user, and states what it covers.
  downloadZip: () => null,
  getPutUrls: ({ bucket, files }) => ({ bucket, prefixes: files.map(({ key }) => key) }),
  putBatch: ({ bucket, files }) => ({ bucket, prefixes: files.map(({ key }) => key) }),
  startUpload: oneKey,
  getUploadUrl: oneKey,
  listUploadParts: oneKey,
  completeUpload: oneKey,
  abortUpload: oneKey,
}

const onFiles: readonly string[] = ['any', 'read', 'write', 'read-write', 'full']

/** Whether a user with this scope may call the operation at all; operations on files must be in the table. */
export function isOpen(scope: Scope, operation: Id): boolean {
  return scope === null || !onFiles.includes(needs[operation]) || Object.hasOwn(table, operation)
}

/** Whether everything that a valid request names is in the scope. `input`: its body, or its query if it has none; both where bytes follow. */
export function mayReach(scope: Scope, operation: Id, input: unknown): boolean {
  if (scope === null || !onFiles.includes(needs[operation])) return true
  const read = table[operation] as ((input: unknown) => Named | Named[] | null) | undefined
  if (!read) return false
  const isWay = ({ bucket, lists }: Named, prefix: string) =>
    lists === true && waysDown(scope, bucket, prefix).length > 0
  return [read(input) ?? []]
    .flat()
    .every(named =>
      named.prefixes.every(prefix => covers(scope, named.bucket, prefix) || isWay(named, prefix)),
    )
}
