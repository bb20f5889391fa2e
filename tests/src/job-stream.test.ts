import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { selectJobs } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'

const live = { id: 'live', ended_at: null, done: 0 } as Job
vi.mock('../../src/api/client.ts', () => {
  const GET = async () => ({ data: { jobs: [live] }, response: new Response() })
  return { api: { GET } }
})

test('of several tabs one follows the events and tells the others; when it closes, another one follows', async () => {
  const streams: { onmessage?: (event: { data: string }) => void; closed: boolean }[] = []
  vi.stubGlobal(
    'EventSource',
    class {
      closed = false
      onmessage?: (event: { data: string }) => void
      constructor() {
        streams.push(this)
      }
      close() {
        this.closed = true
      }
    },
  )
  const newTab = async () => {
    vi.resetModules()
    const { jobFeed } = await import('../../src/jobs/feed.ts')
    const feed = createActor(jobFeed).start()
    feed.send({ type: 'refresh' })
    return feed
  }
  const tabs = [await newTab(), await newTab(), await newTab()]
  await expect.poll(() => streams.length).toBe(1)
  const tell = (jobs: Job[]) => streams.at(-1)!.onmessage!({ data: JSON.stringify({ jobs }) })
  const shown = () => tabs.map(tab => selectJobs(tab.getSnapshot()))
  await expect.poll(shown).toEqual([[live], [live], [live]])

  const further = [{ ...live, done: 7 }]
  tell(further)
  await expect.poll(shown).toEqual([further, further, further])
  tabs[0]!.stop()
  await expect.poll(() => streams.map(({ closed }) => closed)).toEqual([true, false])

  const ended = [{ ...live, ended_at: 9 }]
  tell(ended)
  await expect.poll(() => shown().slice(1)).toEqual([ended, ended])
  await expect.poll(() => streams.every(({ closed }) => closed)).toBe(true)
  for (const tab of tabs) tab.stop()
})
