import { createActor, fromCallback, SimulatedClock, waitFor } from 'xstate'
import { MiB } from '../../../domain/limits.ts'
import { uploadMachine } from '../../../machines/upload/machine.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  OpenFile,
  SendFile,
  StartUpload,
  UploadEvent,
  UploadInput,
  UploadReport,
} from '../../../machines/upload/types.ts'
import { patience } from '../../support/patience.ts'
import { answering } from './answers.ts'

export const multipart = { uploadId: 'upload-1', partSize: 16 * MiB }
export const first = { number: 1, etag: '"1"', size: 16 * MiB }
export const second = { number: 2, etag: '"2"', size: 8 * MiB }
export const ok = { ok: true } as const
export const sent = { ok: true, finished: true } as const
export const started = { ok: true, multipart } as const
export const failed = <const Code extends string>(code: Code) => ({ ok: false, code }) as const

/** ms between attempt and attempt, and between looks at a storage that does not answer. */
export const backoffMs = 1000
export const probeMs = 60_000
/** ms that a pause waits for the requests in flight. */
export const finishMs = 10_000

type Answers = {
  open?: (OpenFile['output'] | Error)[]
  start?: (StartUpload['output'] | Error)[]
  list?: (ListParts['output'] | Error)[]
  send?: (SendFile['output'] | Promise<SendFile['output']> | Error)[]
  complete?: (CompleteUpload['output'] | Error)[]
  abort?: (AbortUpload['output'] | Error)[]
}

const ourDelays = { backoff: backoffMs, 'probe interval': probeMs }
/** `delays`: `{}` for those of the machine. */
type Options = Partial<UploadInput> & { size?: number; delays?: Partial<typeof ourDelays> }

/** An upload with a clock of its own, whose outside actors give these answers. Large unless `size` says else. */
export function openUpload(answers: Answers, input: Options = {}) {
  const told: UploadReport[] = []
  const begun: UploadReport[] = []
  const queue = createActor(
    fromCallback<UploadReport>(({ receive }) =>
      receive(event => void (event.type === 'upload begun' ? begun : told).push(event)),
    ),
  ).start()
  const open = answering<OpenFile['output'], OpenFile['input']>(...(answers.open ?? []))
  const start = answering<StartUpload['output'], StartUpload['input']>(...(answers.start ?? []))
  const list = answering<ListParts['output'], ListParts['input']>(...(answers.list ?? []))
  const send = answering<SendFile['output'], SendFile['input']>(...(answers.send ?? []))
  const complete = answering<CompleteUpload['output'], CompleteUpload['input']>(...(answers.complete ?? []))
  const abort = answering<AbortUpload['output'], AbortUpload['input']>(...(answers.abort ?? []))
  let online: (() => void) | null = null
  const clock = new SimulatedClock()
  const { size = 24 * MiB, delays = ourDelays, ...more } = input
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        openFile: open.actor,
        startUpload: start.actor,
        listParts: list.actor,
        sendFile: send.actor,
        completeUpload: complete.actor,
        abortUpload: abort.actor,
        waitForOnline: fromCallback(({ sendBack }) => {
          online = () => sendBack({ type: 'online' })
        }),
      },
      delays,
    }),
    {
      clock,
      input: {
        id: 7,
        bucket: 'anh',
        key: 'Tết/múa lân.mp4',
        file: { name: 'múa lân.mp4', size, lastModified: 1, type: 'video/mp4' },
        multipart: null,
        intent: 'send',
        queue,
        ...more,
      },
    },
  ).start()
  return {
    actor,
    clock,
    /** All reports, but for those of multipart uploads, which are in `begun`. */
    told,
    begun,
    asked: {
      start: start.asked,
      list: list.asked,
      send: send.asked,
      complete: complete.asked,
      abort: abort.asked,
    },
    comeOnline: () => online?.(),
    say: (event: UploadEvent) => actor.send(event),
    /** Waits until the upload is in this state; gives its value. */
    until: async (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      (await waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })).value,
  }
}
