import { holdLock } from '../api/web-lock.ts'

/** `uploadIds`: the multipart uploads that a tab sends. `underWay`: how many files a sign-out would stop. */
type TabUploads = { uploadIds: string[]; underWay: number }

type Message = { question: string } | { answerTo: string; uploads: TabUploads }
type PendingQuestion = { question: string; onAnswer: (uploads: TabUploads) => void }

/** How long other tabs have to respond, in ms. */
const answerTimeout = 1000
/** Each tab that responds holds a lock: the number of locks is the number of responses to expect. */
const lockPrefix = 'kho_tab_uploads_'

/** A channel does not receive its own messages, so one serves for both sides. */
const channel = new BroadcastChannel('kho_tab_uploads')
const pending = new Set<PendingQuestion>()
let ownUploads: (() => TabUploads) | null = null
let ownLock: string | null = null

function send(message: Message): void {
  channel.postMessage(message)
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('question' in data) {
    if (ownUploads) send({ answerTo: data.question, uploads: ownUploads() })
  } else for (const { question, onAnswer } of pending) if (question === data.answerTo) onAnswer(data.uploads)
}

/** Answers the requests of other tabs of this browser. */
export async function answerOtherTabs(uploads: () => TabUploads): Promise<void> {
  ownUploads = uploads
  if (!navigator.locks) return
  ownLock = lockPrefix + crypto.randomUUID()
  await holdLock(ownLock, {})
}

/** How many files a sign-out would stop, in this tab and in others. */
export async function filesUnderWay(): Promise<number> {
  const others = await uploadsOfOtherTabs()
  return [...others, ...(ownUploads ? [ownUploads()] : [])].reduce((sum, { underWay }) => sum + underWay, 0)
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
  return held.filter(({ name }) => name?.startsWith(lockPrefix) && name !== ownLock).length
}
