import type { FolderChanges } from '../../../domain/folder-changes.ts'
import type { Visitor } from './console.ts'

export type WatchedFolder = {
  events: FolderChanges[]
  /** Whether the server has not ended it. */
  runs(): boolean
  /** The keys of its rows, and the others as they went, without those of the first event. */
  seen(): { items: string[]; gone: string[] }
  end(): void
}

/** Watches a folder, and resolves with the first event. */
export async function watchFolder(
  { url, cookie }: Pick<Visitor, 'url' | 'cookie'>,
  values: Record<string, string>,
): Promise<WatchedFolder> {
  const ending = new AbortController()
  const answer = await fetch(`${url}/api/objects/watch?${new URLSearchParams(values)}`, {
    headers: { cookie },
    signal: ending.signal,
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const events: FolderChanges[] = []
  const first = Promise.withResolvers<void>()
  let runs = true
  async function read() {
    let text = ''
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + piece).split('\n\n')
      text = parts.pop() ?? ''
      const data = parts.filter(part => part.startsWith('data: '))
      events.push(...data.map(part => JSON.parse(part.slice('data: '.length)) as FolderChanges))
      if (events.length > 0) first.resolve()
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      runs = false
      first.resolve()
    })
  await first.promise
  return {
    events,
    runs: () => runs,
    seen: () => ({
      items: events.slice(1).flatMap(({ items }) => items.map(({ key }) => key)),
      gone: events.slice(1).flatMap(({ gone }) => gone),
    }),
    end: () => ending.abort(),
  }
}
