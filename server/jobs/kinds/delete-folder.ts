import { deleteObjects } from '../../storage/delete-objects.ts'
import { listPage } from '../../storage/list-objects.ts'
import { inOneStep, type JobContext, type Kind, nothing, type Step } from '../kind.ts'
import { withLocks } from './copy-failures.ts'

export type FolderInput = { bucket: string; folder: string }

export type FolderCursor =
  | { phase: 'count'; after: string | null; counted: number; pages: number }
  /** `after`: the last key that was seen. */
  | { phase: 'delete'; after: string | null }

/** Pages of 1,000 objects that are counted; with more there is no total. */
const mostPages = 200

/** Deletes the objects below a folder; where the bucket keeps versions, they get delete markers. */
export const deleteFolder: Kind<FolderInput, FolderCursor> = {
  needs: 'deleteFolder',
  first: { phase: 'count', after: null, counted: 0, pages: 0 },
  step(context, input, cursor) {
    return inOneStep(
      cursor,
      each => page(context, input, each),
      () => !context.lost.aborted,
    )
  },
  retry: ({ input }) => ({ input, cursor: deleteFolder.first }),
}

async function page(
  context: JobContext,
  { folder }: FolderInput,
  cursor: FolderCursor,
): Promise<Step<FolderCursor>> {
  // The account's key: a key that may only write could not list the folder.
  const { files, token } = await listPage(context.account, {
    ...{ bucket: context.bucket, prefix: folder, size: 1000 },
    after: cursor.after ?? undefined,
  })
  const after = token === undefined ? null : (files.at(-1)?.Key ?? null)
  if (cursor.phase === 'delete') return deletePage(context, files, after)
  const counted = cursor.counted + files.length
  const begin: FolderCursor = { phase: 'delete', after: null }
  if (after === null) return { ...nothing, cursor: begin, total: counted }
  if (cursor.pages + 1 >= mostPages) return { ...nothing, cursor: begin, total: null }
  return { ...nothing, cursor: { phase: 'count', after, counted, pages: cursor.pages + 1 } }
}

async function deletePage(
  context: JobContext,
  files: readonly { Key: string; Size?: number | undefined }[],
  after: string | null,
): Promise<Step<FolderCursor>> {
  const { bucket, remover } = context
  const keys = files.map(({ Key }) => Key)
  const { failed } = keys.length === 0 ? { failed: [] } : await deleteObjects(remover, bucket, keys)
  const stays = new Set(failed.map(({ key }) => key))
  const gone = files.filter(({ Key }) => !stays.has(Key))
  return {
    cursor: after === null ? null : { phase: 'delete', after },
    done: gone.length,
    failed: failed.length,
    bytes: gone.reduce((sum, { Size }) => sum + (Size ?? 0), 0),
    failures: await withLocks(context, failed),
  }
}
