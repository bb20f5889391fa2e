import { bytesOf, heldParts } from '../../../machines/upload/rules.ts'
import type { InterruptedUpload } from '../../../machines/upload-queue/types.ts'
import { abortUpload, listParts } from './actors.ts'
import { recordsOf, type UploadRecord } from './upload-records.ts'

const channelName = 'kho_uploads'
/** How long other tabs have, in ms, to say which uploads are theirs. */
const answerWithin = 250

/** Answers other tabs of this browser which uploads this tab is at. Returns how to stop that. */
export function claimUploads(uploadIds: () => string[]): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (data === 'whose?') channel.postMessage({ claimed: uploadIds() })
  }
  return () => channel.close()
}

/** The uploads that other tabs are at. */
function claimedElsewhere(): Promise<Set<string>> {
  return new Promise(resolve => {
    const claimed = new Set<string>()
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => {
      for (const id of data.claimed ?? []) claimed.add(id)
    }
    channel.postMessage('whose?')
    setTimeout(() => {
      channel.close()
      resolve(claimed)
    }, answerWithin)
  })
}

/** The unfinished uploads of earlier visits of `user`. Those that were given up already are told to the engine again. */
export async function interruptedUploads(user: string): Promise<InterruptedUpload[]> {
  const records = await recordsOf(user)
  if (records.length === 0) return []
  const claimed = await claimedElsewhere()
  const free = records.filter(record => !claimed.has(record.uploadId))
  for (const { bucket, key, uploadId } of free.filter(record => record.cancelled)) {
    void abortUpload({ bucket, key, uploadId })
  }
  const found: InterruptedUpload[] = []
  for (const record of free) if (!record.cancelled) found.push(await interrupted(record))
  return found
}

/** With what the engine holds of it; none where that cannot be told now. */
async function interrupted(record: UploadRecord): Promise<InterruptedUpload> {
  const { bucket, key, name, size, lastModified, type, uploadId, partSize } = record
  const file = { name, size, lastModified, type }
  const multipart = { uploadId, partSize }
  const listed = await listParts({ bucket, key, uploadId })
  const sent = listed.ok ? bytesOf(heldParts(file, multipart, listed.parts)) : 0
  return { bucket, key, file, multipart, sent, reason: record.failure ?? 'INTERRUPTED' }
}
