import { type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import type { FailuresRead, JobCancel, JobNews, JobRetry, NotDone } from '../../machines/bulk-job/types.ts'
import type { Failure } from '../../machines/failure.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { readFeed, refreshJobs, subscribeToFeed } from './feed.ts'

const notDone = (failure: Failure): NotDone => ({ ok: false, code: 'NOT_DONE', failure })

/** Tells what changes of one job. */
export function followJob(id: string) {
  return fromCallback<EventObject, NonReducibleUnknown, JobNews>(({ sendBack }) => {
    let told = ''
    let online = true
    const look = () => {
      const { jobs, connected } = readFeed()
      if (connected !== online) sendBack({ type: connected ? 'connection back' : 'connection lost' })
      online = connected
      if (jobs === null) return
      const job = jobs.find(each => each.id === id)
      const text = JSON.stringify(job ?? null)
      if (text !== told) sendBack(job ? { type: 'job changed', job } : { type: 'job gone' })
      told = text
    }
    const unsubscribe = subscribeToFeed(look)
    look()
    return unsubscribe
  })
}

export async function cancelJob({ id }: JobCancel['input']): Promise<JobCancel['output']> {
  const outcome = await result(api.POST('/jobs/{id}/cancel', { params: { path: { id } } }))
  refreshJobs()
  return outcome.ok ? { ok: true, job: outcome.data } : notDone(outcome)
}

export async function readFailures({ id }: FailuresRead['input']): Promise<FailuresRead['output']> {
  const outcome = await result(api.GET('/jobs/{id}/failures', { params: { path: { id } } }))
  return outcome.ok ? { ok: true, failures: outcome.data.failures } : notDone(outcome)
}

export async function retryJob({ id }: JobRetry['input']): Promise<JobRetry['output']> {
  const outcome = await result(api.POST('/jobs/{id}/retry', { params: { path: { id } }, body: {} }))
  return outcome.ok ? { ok: true, job: outcome.data } : notDone(outcome)
}
