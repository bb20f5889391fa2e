import type { SendFile } from '../../../machines/upload/types.ts'
import { contentTypeOf } from './content-type.ts'
import { progressInterval, type SendContext, throttle, timedPut } from './send-context.ts'
import { sendParts } from './send-parts.ts'
import { stepFailure } from './storage-answer.ts'

type Input = SendFile['input']
type Output = SendFile['output']

/** Sends the missing parts of a file (see `SendFile`). The file of `input` must be a DOM `File`. */
export function sendFile(context: SendContext, input: Input, signal: AbortSignal): Promise<Output> {
  if (!(input.file instanceof File)) throw new Error(`"${input.key}" has no bytes`)
  return input.multipart
    ? sendParts(context, input, input.file, input.multipart, signal)
    : sendWhole(context, input, input.file, signal)
}

async function sendWhole(
  context: SendContext,
  input: Input,
  file: File,
  signal: AbortSignal,
): Promise<Output> {
  const long = !context.pace.isShort(file.size)
  const release = await context.pool.acquire(input, long, signal)
  try {
    const [url, type] = await Promise.all([
      context.takePutUrl(input.bucket, { key: input.key, size: file.size }),
      contentTypeOf(file),
    ])
    signal.throwIfAborted()
    if (!url.ok) return stepFailure(url.code)
    const reportProgress = throttle(progressInterval, (sent: number) =>
      input.upload.send({ type: 'progress', sent }),
    )
    const body = type === file.type ? file : file.slice(0, file.size, type)
    const sent = await timedPut(context, url.data, body, long, signal, reportProgress)
    return sent.ok ? { ok: true } : sent
  } finally {
    release()
  }
}
