/** `uploadIds`: the multipart uploads that a tab is at. `underWay`: the files that a sign-out would stop. */
export type TabUploads = { uploadIds: string[]; underWay: number }

/** How long other tabs have, in ms, to answer. */
const answerWithin = 250
const question = 'which uploads?'

/** A channel does not hear itself, so one serves for both sides. */
const channel = new BroadcastChannel('kho_uploads')
const asking = new Set<TabUploads[]>()
let own: (() => TabUploads) | null = null

channel.onmessage = ({ data }) => {
  if (data !== question) for (const answers of asking) answers.push(data)
  else if (own) channel.postMessage(own())
}

/** Answers other tabs of this browser. */
export function tellOtherTabs(uploads: () => TabUploads): void {
  own = uploads
}

/** What the other tabs of this browser upload. */
export async function uploadsOfOtherTabs(): Promise<TabUploads[]> {
  const answers: TabUploads[] = []
  asking.add(answers)
  channel.postMessage(question)
  await new Promise(resolve => setTimeout(resolve, answerWithin))
  asking.delete(answers)
  return answers
}
