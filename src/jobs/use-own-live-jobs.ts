import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useUser } from '../session/provider.ts'
import { followLive } from './followed.ts'

/** ms after which a page asks: what it shows first is read by then. */
const pause = 2000

/** Finds, once a page, what the user runs on other devices, if no tray is shown: it finds them itself. */
export function useOwnLiveJobs(shown: boolean): void {
  const { username, email } = useUser()
  const [asks] = useState(!shown)
  useEffect(() => {
    if (!asks) return
    let gone = false
    const timer = setTimeout(async () => {
      const outcome = await result(api.GET('/jobs'))
      if (outcome.ok && !gone) followLive(username, email, outcome.data.jobs)
    }, pause)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asks, username, email])
}
