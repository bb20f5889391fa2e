import type { SendFile } from '../../../machines/upload/types.ts'
import { mostResends } from '../compare/comparison.ts'
import { contentTypeOf } from './content-type.ts'
import { FileRequests } from './file-requests.ts'
import type { PutResult } from './put-request.ts'
import type { SendContext } from './send-context.ts'
import { sendParts } from './send-parts.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']

/** Sends the missing parts of a file (see `SendFile`). The file of `input` must be a DOM `File`. */
export async function sendFile(context: SendContext, input: Input, signal: AbortSignal): Promise<Output> {
  const { file, multipart } = input
  if (!(file instanceof File)) throw new Error(`"${input.key}" has no bytes`)
  if (!multipart) {
    const outcome = await context.batches.send({ ...input, file }, signal)
    if (outcome) return outcome
  }
  const requests = new FileRequests(context, input, signal)
  try {
    return await (multipart
      ? sendParts(context, requests, input, file, multipart)
      : sendWhole(context, requests, input, file))
  } catch (error) {
    if (requests.gaveUp) return { ok: true, finished: false }
    throw error
  } finally {
    requests.dispose()
  }
}

/** Sends a file with one request, again if it has arrived damaged. */
async function sendWhole(
  context: SendContext,
  requests: FileRequests,
  input: Input,
  file: File,
): Promise<Output> {
  const { bucket } = input
  const { signal } = requests
  for (let resends = 0; resends <= mostResends; resends++) {
    const sent = await sendOnce(context, requests, input, file)
    if (!sent) return { ok: true, finished: false }
    if (!sent.ok) return sent
    input.upload.send({ type: 'progress', sent: file.size })
    const isResent = resends > 0
    const verdict = await context.comparison.compare(bucket, file, sent, { isResent, signal })
    if (verdict === 'unreadable') return { ok: false, code: 'FILE_CHANGED' }
    if (verdict === 'same') return { ok: true, finished: true }
  }
  return { ok: false, code: 'NETWORK' }
}

/** Null: no request may begin any more. */
async function sendOnce(
  context: SendContext,
  requests: FileRequests,
  input: Input,
  file: File,
): Promise<PutResult | null> {
  const long = !context.pace.isShort(file.size)
  const release = await requests.acquire(long)
  if (!release) return null
  try {
    const ready = await requests.whileOpen(
      Promise.all([
        context.takePutUrl(input.bucket, { key: input.key, size: file.size }),
        contentTypeOf(file),
      ]),
    )
    if (!ready) return null
    const [url, type] = ready
    if (!url.ok) return stepFailure(url.code)
    const body = type === file.type ? file : file.slice(0, file.size, type)
    return await requests.put(url.data, body, long)
  } finally {
    release()
  }
}
