import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useUser } from '../session/flow.ts'
import { followLive } from './followed-jobs.ts'

/** ms after which the jobs are read, so that the content of the page loads first. */
const delay = 2000

/** Finds live jobs of the user on other devices, once per page, unless the tray is shown, which finds them itself. */
export function useOwnLiveJobs(shown: boolean): void {
  const { id, email } = useUser()
  const [enabled] = useState(!shown)
  useEffect(() => {
    if (!enabled) return
    let cancelled = false
    const timer = setTimeout(async () => {
      const outcome = await result(api.GET('/jobs'))
      if (outcome.ok && !cancelled) followLive(id, email, outcome.data.jobs)
    }, delay)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [enabled, id, email])
}
