import type { Activity } from '../../machines/upload-queue/selectors.ts'
import { type HeldLock, holdLock } from '../api/web-lock.ts'
import { storageChanged } from '../session/sizes.ts'
import { storageName } from '../site/installation.ts'
import { observable, signal } from '../site/signal.ts'

/**
 * The uploads of a tab. `queue`: the id of its queue. `underWay`: how many files a sign-out would stop. `size` and `sent`
 * in bytes.
 */
export type TabUploads = {
  queue: string
  user: string
  activity: Activity
  unfinished: number
  completed: number
  failed: number
  size: number
  sent: number
  underWay: number
}

type UploadedObject = { bucket: string; key: string; size: number }
type Message =
  | { question: string }
  | { answerTo: string; uploads: TabUploads }
  | { changed: TabUploads }
  | { uploaded: UploadedObject[] }
  | { closed: string }
type PendingQuestion = { question: string; onAnswer: (uploads: TabUploads) => void }

/** Other tabs are notified of uploaded objects at most this often, in ms. */
const tellEveryMs = 500
/** How long other tabs have to respond, in ms. */
const answerTimeout = 1000
/** Each tab with uploads holds a lock of this name and the id of its queue, until it is closed. */
const lockPrefix = storageName('tab_uploads_')

/** A channel does not receive its own messages, so one serves for both sides. */
const channel = new BroadcastChannel(storageName('tab_uploads'))
const pending = new Set<PendingQuestion>()
const others = observable<readonly TabUploads[]>([])
const uploaded = signal<[UploadedObject]>()
/** Objects that other tabs do not know of yet. */
let unsent: UploadedObject[] = []
let ownUploads: (() => TabUploads) | null = null
let ownLock: HeldLock | null = null

export const lockOfQueue = (queue: string) => lockPrefix + queue

function send(message: Message): void {
  channel.postMessage(message)
}

function keep(uploads: TabUploads): void {
  others.set([...others.get().filter(({ queue }) => queue !== uploads.queue), uploads])
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('question' in data) {
    if (ownUploads) send({ answerTo: data.question, uploads: ownUploads() })
  } else if ('answerTo' in data) {
    keep(data.uploads)
    for (const { question, onAnswer } of pending) if (question === data.answerTo) onAnswer(data.uploads)
  } else if ('changed' in data) keep(data.changed)
  else if ('closed' in data) forgetTab(data.closed)
  else {
    storageChanged()
    for (const object of data.uploaded) uploaded.emit(object)
  }
}

addEventListener('pagehide', () => {
  if (ownUploads) send({ closed: ownUploads().queue })
})

/** Tells other tabs about the uploads of this one, when they ask. Resolves when they know that it is there. */
export async function answerOtherTabs(queue: string, uploads: () => TabUploads): Promise<void> {
  ownUploads = uploads
  if (!navigator.locks) return
  const lock = await holdLock(lockOfQueue(queue), {})
  if (ownUploads === uploads) ownLock = lock
  else lock?.release()
}

/** This tab has no uploads any more: other tabs may take over what is stored of them. */
export function stopAnswering(): void {
  if (ownUploads) send({ closed: ownUploads().queue })
  ownUploads = null
  ownLock?.release()
  ownLock = null
}

/** Tells other tabs that the uploads of this one have changed. */
export function tellOtherTabs(): void {
  if (ownUploads) send({ changed: ownUploads() })
}

/** An upload of this tab has created `object`. */
export function notifyUploaded(object: UploadedObject): void {
  uploaded.emit(object)
  if (unsent.push(object) > 1) return
  setTimeout(() => {
    send({ uploaded: unsent })
    unsent = []
  }, tellEveryMs)
}

/** Calls a listener for every object that an upload of this browser creates. */
export const onUploaded = uploaded.on

/** The uploads of other tabs, as far as they are known. */
export const otherTabs = others.get

export const onOtherTabs = others.on

/** The tab of this queue is closed. */
export function forgetTab(queue: string): void {
  const left = others.get().filter(other => other.queue !== queue)
  if (left.length < others.get().length) others.set(left)
}

/** How many files a sign-out would stop, in this tab and in others. */
export async function filesUnderWay(): Promise<number> {
  const uploads = [...(await uploadsOfOtherTabs()), ...(ownUploads ? [ownUploads()] : [])]
  return uploads.reduce((sum, { underWay }) => sum + underWay, 0)
}

export async function uploadsOfOtherTabs(): Promise<TabUploads[]> {
  const expected = await answeringTabs()
  if (expected === 0) return []
  const question = `${Math.random()}`
  const answers: TabUploads[] = []
  await new Promise<void>(resolve => {
    const timer = setTimeout(done, answerTimeout)
    const entry: PendingQuestion = {
      question,
      onAnswer(uploads) {
        if (answers.push(uploads) >= expected) done()
      },
    }
    function done() {
      clearTimeout(timer)
      pending.delete(entry)
      resolve()
    }
    pending.add(entry)
    send({ question })
  })
  return answers
}

/** How many other tabs will respond; unknown (infinite) without Web Locks. */
async function answeringTabs(): Promise<number> {
  if (!navigator.locks) return Number.POSITIVE_INFINITY
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name?.startsWith(lockPrefix) && name !== ownLock?.name).length
}
