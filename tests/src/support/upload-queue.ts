import { createActor, fromPromise } from 'xstate'
import { uploadMachine } from '../../../machines/upload/machine.ts'
import type { SendFile, StartUpload } from '../../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../../machines/upload-queue/machine.ts'
import type { QueueSnapshot } from '../../../src/uploads/queue/uploads.ts'

const queued = () => {
  const sending = new Map<string, (output: SendFile['output']) => void>()
  const sendFile = fromPromise<SendFile['output'], SendFile['input']>(
    ({ input }) => new Promise(resolve => sending.set(input.key, resolve)),
  )
  const startUpload = fromPromise<StartUpload['output'], StartUpload['input']>(
    () => new Promise(() => undefined),
  )
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: { upload: uploadMachine.provide({ actors: { sendFile, startUpload } }) },
    }),
    { input: { concurrency: 6 } },
  ).start()
  return { queue, sending }
}

let current = queued()
const listeners = new Set<() => void>()

/** What views use of `queue/uploads.ts`, over a queue whose files end when the test says so. For `vi.mock`. */
export const uploads = {
  uploadsNow: (): QueueSnapshot => current.queue.getSnapshot(),
  onUploadsChange(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  areUploadsStored: () => true,
  areUploadsRestoring: () => false,
}

export function newQueue(): void {
  current.queue.stop()
  current = queued()
  current.queue.subscribe(() => {
    for (const listener of listeners) listener()
  })
}

/** Adds files of these sizes by their paths, in bytes. */
export function addFiles(files: Record<string, number>): void {
  current.queue.send({
    type: 'files found',
    bucket: 'anh',
    files: Object.entries(files).map(([path, size]) => ({
      ...{ key: path, path, readable: true },
      file: { name: path, size, lastModified: 1, type: '' },
    })),
  })
}

export const sendToQueue = (...event: Parameters<typeof current.queue.send>) => current.queue.send(...event)

/** Ends the file's upload, and waits until the queue knows. */
export async function endFile(key: string, output: SendFile['output'] = { ok: true, finished: true }) {
  current.sending.get(key)!(output)
  await new Promise<void>(resolve => setImmediate(resolve))
}
