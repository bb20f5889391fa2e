import { useEffect } from 'react'
import type { CurrentUser } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { followJob, idsIn, useFollowedJobs } from './followed.ts'

/** ms after the console opens, or comes back to the front */
const delay = 2000

/** Follows the user's jobs that run and were started on another device. The tray does so itself once it is shown. */
export function useOtherJobs({ username, email }: CurrentUser): void {
  const any = idsIn(useFollowedJobs(username)).length > 0
  useEffect(() => {
    if (any) return
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      const outcome = await result(api.GET('/jobs'))
      if (outcome.ok) followOwn({ username, email }, outcome.data.jobs)
    }
    const soon = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => void look(), delay)
    }
    soon()
    document.addEventListener('visibilitychange', soon)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', soon)
    }
  }, [any, username, email])
}

type Seen = { id: string; user: string; ended_at: number | null }

/** The owner's list has those of sub-users too: they are not followed. */
export function followOwn(
  { username, email }: Pick<CurrentUser, 'username' | 'email'>,
  jobs: readonly Seen[],
): void {
  for (const job of jobs) if (job.ended_at === null && job.user === email) followJob(username, job.id)
}
