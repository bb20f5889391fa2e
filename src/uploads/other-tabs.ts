/** `uploadIds`: the multipart uploads that a tab is at. `underWay`: the files that a sign-out would stop. */
export type TabUploads = { uploadIds: string[]; underWay: number }

type Message = { question: string } | { answerTo: string; uploads: TabUploads }

/** How long other tabs have, in ms, to answer. */
const answerWithin = 250

/** A channel does not hear itself, so one serves for both sides. */
const channel = new BroadcastChannel('kho_tab_uploads')
const asking = new Map<string, TabUploads[]>()
let own: (() => TabUploads) | null = null

function send(message: Message): void {
  channel.postMessage(message)
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if ('answerTo' in data) asking.get(data.answerTo)?.push(data.uploads)
  else if (own) send({ answerTo: data.question, uploads: own() })
}

/** Answers other tabs of this browser. */
export function tellOtherTabs(uploads: () => TabUploads): void {
  own = uploads
}

/** How many files are under way, in this tab and in others: a sign-out would stop them. */
export async function filesUnderWay(): Promise<number> {
  const others = await uploadsOfOtherTabs()
  return [...others, ...(own ? [own()] : [])].reduce((sum, { underWay }) => sum + underWay, 0)
}

/** What the other tabs of this browser upload. */
export async function uploadsOfOtherTabs(): Promise<TabUploads[]> {
  const answers: TabUploads[] = []
  const question = `${Math.random()}`
  asking.set(question, answers)
  send({ question })
  await new Promise(resolve => setTimeout(resolve, answerWithin))
  asking.delete(question)
  return answers
}
