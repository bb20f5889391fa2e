import type { AbortUpload, UploadFailureCode } from '../../../machines/upload/types.ts'
import { abortUpload } from '../transfer/upload-calls.ts'
import { uploadDatabase } from './database.ts'

/** Refusals that the next visit would get again. */
const forGood: UploadFailureCode[] = ['BUCKET_NOT_FOUND', 'ACCESS_DENIED', 'PERMISSION_DENIED']

/** Aborts an upload of `user`; the next visit does, if this page is closed before an answer came. */
export async function abortReliably(
  input: AbortUpload['input'],
  user: string,
): Promise<AbortUpload['output']> {
  const { bucket, key, uploadId } = input
  const database = await uploadDatabase()
  await database?.put('aborts', { uploadId, user, bucket, key }).catch(() => undefined)
  const outcome = await abortUpload(input)
  if (outcome.ok || forGood.includes(outcome.code))
    await database?.delete('aborts', uploadId).catch(() => undefined)
  return outcome
}

/** Aborts the uploads whose abort earlier visits of `user` did not finish. */
export async function retryAborts(user: string): Promise<void> {
  const left = (await (await uploadDatabase())?.getAllFromIndex('aborts', 'user', user)) ?? []
  for (const { bucket, key, uploadId } of left) void abortReliably({ bucket, key, uploadId }, user)
}
