import { type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import type { FailuresRead, JobCancel, JobNews, JobRetry } from '../../machines/bulk-job/machine.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { readFeed, refreshJobs, subscribeToFeed } from './feed.ts'

/** Sends changes of a job to its machine. */
export function followJob(id: string) {
  return fromCallback<EventObject, NonReducibleUnknown, JobNews>(({ sendBack }) => {
    let lastSent = ''
    let wasConnected = true
    const update = () => {
      const { jobs, connected } = readFeed()
      if (connected !== wasConnected) sendBack({ type: connected ? 'connection back' : 'connection lost' })
      wasConnected = connected
      if (jobs === null) return
      const job = jobs.find(each => each.id === id)
      const text = JSON.stringify(job ?? null)
      if (text !== lastSent) sendBack(job ? { type: 'job changed', job } : { type: 'job gone' })
      lastSent = text
    }
    const unsubscribe = subscribeToFeed(update)
    update()
    return unsubscribe
  })
}

export async function cancelJob({ id }: JobCancel['input']): Promise<JobCancel['output']> {
  const outcome = await result(api.POST('/jobs/{id}/cancel', { params: { path: { id } } }))
  refreshJobs()
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}

export async function readFailures({ id }: FailuresRead['input']): Promise<FailuresRead['output']> {
  const outcome = await result(api.GET('/jobs/{id}/failures', { params: { path: { id } } }))
  return outcome.ok ? { ok: true, failures: outcome.data.failures } : outcome
}

export async function retryJob({ id }: JobRetry['input']): Promise<JobRetry['output']> {
  const outcome = await result(api.POST('/jobs/{id}/retry', { params: { path: { id } }, body: {} }))
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}
