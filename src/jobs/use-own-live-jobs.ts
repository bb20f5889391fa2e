import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useUser } from '../session/provider.ts'
import { followLive } from './followed.ts'

/** ms after which a page asks: what it shows first is read by then. */
const pause = 2000

/** Finds, once a page, what the user runs on other devices; the tray then shows it. */
export function useOwnLiveJobs(): void {
  const { username, email } = useUser()
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      const outcome = await result(api.GET('/jobs'))
      if (outcome.ok && !gone) followLive(username, email, outcome.data.jobs)
    }, pause)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [username, email])
}
