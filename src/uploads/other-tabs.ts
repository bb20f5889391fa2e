import { holdLock } from './web-lock.ts'

/** `uploadIds`: the multipart uploads that a tab is at. `underWay`: the files that a sign-out would stop. */
export type TabUploads = { uploadIds: string[]; underWay: number }

type Message = { question: string } | { answerTo: string; uploads: TabUploads }
type Asked = { question: string; hear: (uploads: TabUploads) => void }

/** How long other tabs have to answer, in ms. */
const answerWithin = 1000
/** Each tab that answers holds a lock, so that who asks knows how many answers will come. */
const lockPrefix = 'kho_tab_uploads_'

/** A channel does not hear itself, so one serves for both sides. */
const channel = new BroadcastChannel('kho_tab_uploads')
const asking = new Set<Asked>()
let own: (() => TabUploads) | null = null
let ownLock: string | null = null

function send(message: Message): void {
  channel.postMessage(message)
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('question' in data) {
    if (own) send({ answerTo: data.question, uploads: own() })
  } else for (const { question, hear } of asking) if (question === data.answerTo) hear(data.uploads)
}

/** Answers other tabs of this browser. */
export async function tellOtherTabs(uploads: () => TabUploads): Promise<void> {
  own = uploads
  if (!navigator.locks) return
  ownLock = lockPrefix + crypto.randomUUID()
  await holdLock(ownLock, {})
}

/** How many files are under way, in this tab and in others: a sign-out would stop them. */
export async function filesUnderWay(): Promise<number> {
  const others = await uploadsOfOtherTabs()
  return [...others, ...(own ? [own()] : [])].reduce((sum, { underWay }) => sum + underWay, 0)
}

/** What the other tabs of this browser upload. */
export async function uploadsOfOtherTabs(): Promise<TabUploads[]> {
  const expected = await answeringTabs()
  if (expected === 0) return []
  const question = `${Math.random()}`
  const answers: TabUploads[] = []
  await new Promise<void>(resolve => {
    const timer = setTimeout(done, answerWithin)
    const asked: Asked = {
      question,
      hear(uploads) {
        if (answers.push(uploads) >= expected) done()
      },
    }
    function done() {
      clearTimeout(timer)
      asking.delete(asked)
      resolve()
    }
    asking.add(asked)
    send({ question })
  })
  return answers
}

/** How many other tabs will answer; unknown (infinite) where there are no Web Locks. */
async function answeringTabs(): Promise<number> {
  if (!navigator.locks) return Number.POSITIVE_INFINITY
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name?.startsWith(lockPrefix) && name !== ownLock).length
}
