import type { AnyActorRef } from 'xstate'
import { type Actor, createActor, fromCallback, fromPromise, type InspectionEvent } from 'xstate'
import { FlowClock } from '../../../flows/kit/flow-clock.ts'
import { turn } from '../../../flows/kit/flow-world.ts'
import type { World } from '../../../flows/kit/random-walk.ts'
import { uploadMachine } from '../../../machines/upload/machine.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  SendFile,
  StartUpload,
} from '../../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../../machines/upload-queue/machine.ts'
import {
  actionsOf,
  selectAllPaused,
  selectCounts,
  selectForAll,
  selectHasEnded,
} from '../../../machines/upload-queue/selectors.ts'
import { rowsOf } from '../../../machines/upload-queue/table.ts'
import type { QueueEvent, UploadRow } from '../../../machines/upload-queue/types.ts'
import { Comparison, type ComputeDigest } from '../../../src/uploads/compare/comparison.ts'
import { Batches } from '../../../src/uploads/transfer/batches.ts'
import { Pace } from '../../../src/uploads/transfer/pace.ts'
import type { PutResult } from '../../../src/uploads/transfer/put-request.ts'
import { RequestPool } from '../../../src/uploads/transfer/request-pool.ts'
import { sendFile } from '../../../src/uploads/transfer/send-file.ts'
import { SpeedMeter } from '../../../src/uploads/transfer/speed-meter.ts'
import { bytesOf, crc32Of, FakeStorage, MemoryFile, md5 } from './fake-storage.ts'

/** What the walk's files have, in bytes; `tests/flows/uploads.properties.test.ts` makes limits as small. */
export const sizes = { tiny: 6, small: 30, large: 110, unit: 20, batched: 8, onePut: 40 }
/** Requests to the storage at once. */
export const budget = 3
const filesAtOnce = 2

/** A request that waits for its fate. `what`: with the row, names it in labels. */
export type Request = {
  what: string
  row: number
  key: string
  /** Of a PUT, in bytes. */
  size: number | null
  part: number | null
  state: 'in flight' | 'ended' | 'aborted'
  /** Fates by their names; the first one is that all goes well. */
  fates: Record<string, () => void>
}

/** What the module `put-request.ts` is replaced by calls this. */
export const lines = new Map<string, (body: Blob, options: PutOptions) => Promise<PutResult>>()
type PutOptions = { signal: AbortSignal; crc32: string | null; onProgress?: (sent: number) => void }

type Fates<T> = Record<string, () => T | Error>

let urls = 0
const failed = <Code extends string>(code: Code) => ({ ok: false, code }) as const
const lostLine = () => failed('NETWORK')
const away = () => failed('STORAGE_UNAVAILABLE')

/** The queue with its real uploads and the code that sends, before a storage whose answers the walk chooses. */
export class UploadWorld implements World {
  readonly storage = new FakeStorage()
  readonly time = new FlowClock()
  readonly requests: Request[] = []
  readonly files: MemoryFile[] = []
  /** The row's file that was added, by the row's id. */
  readonly fileOf = new Map<number, MemoryFile>()
  /** Keys of rows that were cancelled, or removed before they were complete. */
  readonly cancelled = new Set<string>()
  /** Whether `finish` has brought everything to rest. */
  atRest = false
  last = ''
  readonly queue: Actor<typeof uploadQueueMachine>
  readonly #passes: (ms: number) => void
  readonly #online = new Set<() => void>()
  #activity = 0

  /** `passes`: lets the browser's time pass, in ms. */
  constructor(passes: (ms: number) => void, machine: typeof uploadMachine = uploadMachine) {
    this.#passes = passes
    const inspect = (inspected: InspectionEvent) => {
      this.#activity++
      if (inspected.type === '@xstate.action')
        this.time.inspect(inspected.action, inspected.actorRef as AnyActorRef)
    }
    const upload = this.#sending(machine)
    this.queue = createActor(uploadQueueMachine.provide({ actors: { upload } }), {
      input: { concurrency: filesAtOnce },
      clock: this.time.clock,
      inspect,
    })
    this.queue.start()
  }

  rows(): UploadRow[] {
    return [...rowsOf(this.queue.getSnapshot().context.table)]
  }

  inFlight(): Request[] {
    return this.requests.filter(({ state }) => state === 'in flight')
  }

  possible(): string[] {
    const well = this.inFlight().map(request => fateLabel(request, Object.keys(request.fates)[0]!))
    const often = Array.from({ length: 6 }, () => well).flat()
    return [...this.#actsOfUser().keys(), ...this.#fates().keys(), ...this.#world().keys(), ...often]
  }

  async play(label: string): Promise<void> {
    const act = this.#actsOfUser().get(label) ?? this.#fates().get(label) ?? this.#world().get(label)
    if (!act) throw new Error(`"${label}" cannot happen`)
    this.last = label
    const before = this.rows()
    act()
    await this.#settle()
    const states = new Map(this.rows().map(({ id, state }) => [id, state]))
    for (const { id, key, state } of before)
      if (state !== 'completed' && ['cancelled', 'active.cancelling', undefined].includes(states.get(id)))
        this.cancelled.add(key)
  }

  /** From now on all goes well, until nothing happens by itself any more. */
  async finish(check: () => void): Promise<void> {
    for (let step = 0; step < 2000; step++) {
      const [request] = this.inFlight()
      const label = request
        ? fateLabel(request, Object.keys(request.fates)[0]!)
        : [...this.#world().keys()][0]
      if (label === undefined) {
        this.atRest = true
        return
      }
      await this.play(label)
      check()
    }
    throw new Error('Uploads do not come to rest')
  }

  stop(): void {
    this.queue.stop()
  }

  async #settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 4; ) {
      await turn()
      quiet = this.#activity === before ? quiet + 1 : 0
      before = this.#activity
    }
  }

  #actsOfUser(): Map<string, () => void> {
    const acts = new Map<string, () => void>()
    const snapshot = this.queue.getSnapshot()
    const tell = (label: string, event: QueueEvent) => acts.set(label, () => this.queue.send(event))
    const count = this.files.length
    if (count < 10) {
      for (const kind of ['large', 'small'] as const) {
        acts.set(`add a ${kind} file`, () => this.#add([`${kind}-${count}`], sizes[kind]))
        acts.set(`add a ${kind} file of the same key`, () => this.#add(['same'], sizes[kind]))
      }
      const tiny = Array.from({ length: 6 }, (_, index) => `tiny-${count + index}`)
      acts.set('add six tiny files', () => this.#add(tiny, sizes.tiny))
    }
    const allPaused = selectAllPaused(snapshot)
    const rows = this.rows()
    for (const type of ['pause', 'continue', 'cancel', 'retry', 'remove'] as const) {
      const can = rows.filter(row => actionsOf(row, allPaused)[type])
      for (const { id } of new Set([...can.slice(0, 1), ...can.slice(-1)]))
        tell(`${type} ${id}`, { type, id })
    }
    const counts = selectCounts(snapshot)
    const can = selectForAll(snapshot)
    if (can.pause) tell('pause all', { type: 'pause all' })
    if (can.continue) tell('continue all', { type: 'continue all' })
    if (counts.unfinished > 2) tell('cancel all', { type: 'cancel all' })
    if (counts.failed > 0) tell('retry all', { type: 'retry all' })
    if (selectHasEnded(snapshot)) tell('clear', { type: 'clear', failed: true })
    return acts
  }

  #fates(): Map<string, () => void> {
    return new Map(
      this.inFlight().flatMap(request =>
        Object.entries(request.fates).map(([fate, act]) => [fateLabel(request, fate), act] as const),
      ),
    )
  }

  #world(): Map<string, () => void> {
    const acts = new Map<string, () => void>()
    if (this.#online.size > 0)
      acts.set('the network is back', () => {
        for (const tell of [...this.#online]) tell()
      })
    if (this.time.next !== null)
      acts.set('time passes', () => {
        this.#passes(this.time.next ?? 0)
        this.time.pass()
      })
    return acts
  }

  #add(keys: string[], size: number) {
    const files = keys.map(key => {
      const number = this.files.length + 1
      const file = new MemoryFile(
        key,
        Uint8Array.from({ length: size }, (_, at) => (at * 7 + number * 31) % 251),
      )
      this.files.push(file)
      this.fileOf.set(number, file)
      return { key, path: key, file, readable: true }
    })
    this.queue.send({ type: 'files found', bucket: 'anh', files })
  }

  /** A request whose answer the walk chooses. */
  #request<T>(
    about: { what: string; row: number; key: string; size?: number; part?: number },
    fates: Fates<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (fate: () => T | Error) => () => {
        request.state = 'ended'
        this.#activity++
        const outcome = fate()
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      }
      const request: Request = {
        ...{ size: null, part: null, ...about, state: 'in flight' },
        fates: Object.fromEntries(Object.entries(fates).map(([name, fate]) => [name, end(fate)])),
      }
      this.#activity++
      this.requests.push(request)
      signal?.addEventListener('abort', () => {
        if (request.state !== 'in flight') return
        request.state = 'aborted'
        reject(signal.reason)
      })
    })
  }

  #put(row: number, key: string, part: { uploadId: string; number: number } | null): string {
    const url = `put:${++urls}?x-amz-sdk-checksum-algorithm=CRC32`
    lines.set(url, (body, { signal, crc32, onProgress }) => {
      lines.delete(url)
      const bytes = bytesOf(body)
      const store = (stored: Uint8Array<ArrayBuffer>): PutResult => {
        this.#passes(2000)
        if (crc32 !== null && crc32 !== crc32Of(stored)) return failed('NETWORK')
        return this.storage.put(key, part, stored)
          ? { ok: true, etag: `"${md5(stored)}"`, crc32: crc32Of(stored), checked: crc32 !== null }
          : failed('UPLOAD_NOT_FOUND')
      }
      onProgress?.(Math.floor(bytes.length / 2))
      const number = part?.number
      return this.#request<PutResult>(
        { what: number ? `part ${number}` : 'file', row, key, size: bytes.length, part: number ?? 0 },
        {
          stored: () => store(bytes),
          lost: lostLine,
          'stored, its answer lost'() {
            store(bytes)
            return lostLine()
          },
          damaged: () => store(bytes.map(byte => byte ^ 1)),
          unavailable: away,
          offline: () => failed('OFFLINE'),
          refused: () => failed('URL_REFUSED'),
          'over quota': () => failed('NOT_ENOUGH_STORAGE'),
        },
        signal,
      )
    })
    return url
  }

  #sending(machine: typeof uploadMachine): typeof uploadMachine {
    const pace = new Pace()
    const pool = new RequestPool({ limits: () => ({ all: budget, long: budget }) })
    const speed = new SpeedMeter()
    const batches = new Batches({
      ...{ pool, pace, speed, now: () => performance.now() },
      post: (_, body, signal) => this.#postBatch(body, signal),
      onStoredLate: () => undefined,
    })
    const digest: ComputeDigest = async (blob, name) => {
      const bytes = bytesOf(blob)
      return { digest: name === 'md5' ? md5(bytes) : crc32Of(bytes) }
    }
    const comparison = new Comparison(digest)
    const signed = (data: unknown): Fates<unknown> => ({
      signed: () => ({ ok: true, data }),
      lost: lostLine,
      away,
    })
    const send = (input: SendFile['input'], signal: AbortSignal) => {
      const about = { what: 'URL', row: input.id, key: input.key }
      return sendFile(
        {
          ...{ pool, batches, pace, speed, digest, comparison, concurrency: budget, now: () => 0 },
          takePutUrl: () => this.#request(about, signed(this.#put(input.id, input.key, null))) as never,
          signParts: ({ uploadId }, numbers) => {
            const urls = numbers.map(number => this.#put(input.id, input.key, { uploadId, number }))
            return this.#request(about, signed({ urls, expires_at: 1e9 })) as never
          },
        },
        input,
        signal,
      )
    }
    return machine.provide({
      actors: {
        sendFile: fromPromise<SendFile['output'], SendFile['input']>(({ input, signal }) =>
          send(input, signal),
        ),
        startUpload: fromPromise<StartUpload['output'], StartUpload['input']>(({ input, self }) =>
          this.#call<StartUpload['output']>('start', input.key, self, {
            started: () => {
              if (input.replaces !== null) this.storage.uploads.delete(input.replaces)
              const uploadId = this.storage.start(input.key)
              return { ok: true, multipart: { uploadId, partSize: sizes.unit } }
            },
          }),
        ),
        listParts: fromPromise<ListParts['output'], ListParts['input']>(({ input, self }) =>
          this.#call<ListParts['output']>('list', input.key, self, {
            listed: () => {
              const parts = this.storage.list(input.uploadId)
              return parts ? { ok: true, parts } : failed('UPLOAD_NOT_FOUND')
            },
            'the parts are gone': () => {
              this.storage.uploads.delete(input.uploadId)
              return failed('UPLOAD_NOT_FOUND')
            },
          }),
        ),
        completeUpload: fromPromise<CompleteUpload['output'], CompleteUpload['input']>(({ input, self }) => {
          const complete = (): CompleteUpload['output'] => {
            const outcome = this.storage.complete(input.uploadId, input.parts)
            if (outcome === 'ok') return { ok: true }
            const stored = this.storage.objects.get(input.key)
            const isThere =
              input.again && outcome === 'UPLOAD_NOT_FOUND' && stored?.length === input.file.size
            return isThere ? { ok: true } : failed(outcome)
          }
          return this.#call<CompleteUpload['output']>('complete', input.key, self, {
            completed: complete,
            'completed, its answer lost'() {
              complete()
              return lostLine()
            },
          })
        }),
        abortUpload: fromPromise<AbortUpload['output'], AbortUpload['input']>(({ input, self }) =>
          this.#call<AbortUpload['output']>('abort', input.key, self, {
            aborted: () => {
              this.storage.uploads.delete(input.uploadId)
              return { ok: true }
            },
          }),
        ),
        waitForOnline: fromCallback(({ sendBack }) => {
          const tell = () => sendBack({ type: 'online' })
          this.#online.add(tell)
          return () => this.#online.delete(tell)
        }),
      },
    })
  }

  /** A call of the API by an upload, which may also be lost, meet no storage, or a bug. */
  #call<T>(what: string, key: string, { _parent: upload }: AnyActorRef, fates: Fates<T>): Promise<T> {
    const row = Number(upload?.id.replace('upload-', ''))
    const faults = {
      lost: lostLine,
      unavailable: away,
      'a bug': () => new Error('a bug'),
    } as unknown as Fates<T>
    return this.#request({ what, row, key }, { ...fates, ...faults })
  }

  #postBatch(body: Uint8Array<ArrayBuffer>, signal: AbortSignal) {
    const head = new DataView(body.buffer).getUint32(0)
    const { files } = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + head))) as {
      files: { key: string; size: number }[]
    }
    type Answer = { ok: true; files: { etag: string }[] } | { ok: false; status: number }
    const store = (): Answer => {
      this.#passes(2000)
      let at = 4 + head
      const stored = files.map(({ key, size }) => {
        const bytes = body.slice(at, at + size)
        at += size
        this.storage.put(key, null, bytes)
        return { etag: md5(bytes) }
      })
      return { ok: true, files: stored }
    }
    return this.#request<Answer>(
      { what: 'batch', row: 0, key: files.map(({ key }) => key).join(' '), size: body.length },
      {
        stored: store,
        lost: () => new TypeError('Failed to fetch'),
        'stored, its answer lost'() {
          store()
          return new TypeError('Failed to fetch')
        },
        'not accepted': () => ({ ok: false, status: 404 }),
      },
      signal,
    ) as never
  }
}

const fateLabel = ({ row, what }: Request, fate: string) => `${row === 0 ? '' : `${row}, `}${what}: ${fate}`
