import { fromCallback } from 'xstate'
import { uploadConcurrency } from '../../../domain/limits.ts'
import { actor } from '../../../machines/actor.ts'
import { uploadMachine } from '../../../machines/upload/machine.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  OpenFile,
  SendFile,
  StartUpload,
} from '../../../machines/upload/types.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Comparison, type ComputeDigest } from '../compare/comparison.ts'
import { DigestThread } from '../compare/digest-thread.ts'
import { abortReliably } from '../store/aborts.ts'
import { openFile } from '../store/open-file.ts'
import { Batches } from '../transfer/batches.ts'
import { Connections } from '../transfer/connections.ts'
import { Pace } from '../transfer/pace.ts'
import { PutUrls, type SmallFile } from '../transfer/put-urls.ts'
import { RequestPool } from '../transfer/request-pool.ts'
import { sendFile } from '../transfer/send-file.ts'
import { SpeedMeter } from '../transfer/speed-meter.ts'
import { completeUpload, listParts, onOnline, startUpload } from '../transfer/upload-calls.ts'

/** What the contract says of a batch's body. */
const octets = 'application/octet-stream'

type Options = {
  user: string
  /** The next small files in the queue for a bucket. */
  upcoming: (bucket: string) => Iterable<SmallFile>
  onUploaded: (object: { bucket: string; key: string; size: number }) => void
  /** The parts of a cancelled upload are deleted. */
  onAborted: () => void
  /** Resolves when the row `id` is stored, so that a later visit knows that it may have been sent. */
  beforeSending: (id: number) => Promise<void>
}

/** The speed of all uploads of this page. */
export const uploadSpeed = new SpeedMeter()

const now = () => Math.floor(Date.now() / 1000)

/** The upload machine with actors that call the browser, the API and the storage. */
export function uploadWithActors({ user, upcoming, onUploaded, onAborted, beforeSending }: Options) {
  const connections = new Connections()
  const pace = new Pace()
  const digests = new DigestThread()
  const putUrls = new PutUrls({
    async sign(bucket, files) {
      const outcome = await result(api.POST('/objects/get-put-urls', { body: { bucket, files } }))
      if (outcome.ok) connections.observe(outcome.data.urls[0])
      return outcome
    },
    *upcoming(bucket) {
      for (const file of upcoming(bucket)) if (!batches.takes(file)) yield file
    },
    now,
  })
  const pool = new RequestPool({
    limits: () => connections.limits(pace.longAtOnce),
    share: (long, signal) => connections.share(long, signal),
  })
  const uploaded = ({ bucket, key, file: { size } }: SendFile['input']) => onUploaded({ bucket, key, size })
  const batches = new Batches({
    ...{ pool, pace, speed: uploadSpeed, now: () => performance.now() },
    async post(bucket, body, signal) {
      const { data, response } = await api.POST('/objects/put-batch', {
        params: { query: { bucket } },
        // The contract's bytes are a string to TypeScript.
        ...{ body: '', bodySerializer: () => body, headers: { 'content-type': octets }, signal },
      })
      return data ? { ok: true, files: data.files } : { ok: false, status: response.status }
    },
    onStoredLate: uploaded,
  })
  const digest: ComputeDigest = (blob, name, signal) => digests.digest(blob, name, signal)
  const sendContext = {
    ...{ pool, batches, pace, speed: uploadSpeed, digest, comparison: new Comparison(digest) },
    concurrency: uploadConcurrency,
    takePutUrl: (bucket: string, file: SmallFile) => putUrls.take(bucket, file),
    async signParts(
      { bucket, key, uploadId }: { bucket: string; key: string; uploadId: string },
      numbers: number[],
    ) {
      const body = { bucket, key, upload_id: uploadId, part_numbers: numbers }
      const outcome = await result(api.POST('/objects/get-upload-url', { body }))
      if (outcome.ok) connections.observe(outcome.data.urls[0])
      return outcome
    },
    now,
  }
  return uploadMachine.provide({
    actors: {
      startUpload: actor((input: StartUpload['input']) => startUpload(input)),
      openFile: actor((input: OpenFile['input']) => openFile(input)),
      listParts: actor((input: ListParts['input']) => listParts(input)),
      sendFile: actor(async (input: SendFile['input'], signal) => {
        await beforeSending(input.id)
        signal.throwIfAborted()
        const outcome = await sendFile(sendContext, input, signal)
        if (outcome.ok && outcome.finished && !input.multipart) uploaded(input)
        return outcome
      }),
      completeUpload: actor(async (input: CompleteUpload['input']) => {
        const outcome = await completeUpload(input)
        if (outcome.ok) onUploaded({ ...input, size: input.file.size })
        return outcome
      }),
      abortUpload: actor(async (input: AbortUpload['input']) => {
        const outcome = await abortReliably(input, user)
        onAborted()
        return outcome
      }),
      waitForOnline: fromCallback(({ sendBack }) => onOnline(() => sendBack({ type: 'online' }))),
    },
  })
}
