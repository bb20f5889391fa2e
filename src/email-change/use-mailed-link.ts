import { useEffect, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { EmailChange } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { forgetMailedToken, mailedToken, takeMailedToken } from '../session/mailed-token.ts'

export type MailedLink =
  | { state: 'checking' | 'invalid' }
  | { state: 'failed'; failure: Failure; retry: () => void }
  | { state: 'valid'; token: string; change: EmailChange; refuse: () => void }

/** The opened link, and what it would change. `refuse`: call if it turns out to be invalid. */
export function useMailedLink(path: '/user/email/check' | '/user/email/check-undo'): MailedLink {
  const [asked, ask] = useState(() => ({ token: mailedToken() }))
  const [link, setLink] = useState<MailedLink>({ state: 'checking' })

  useEffect(() => {
    const openLink = () => {
      if (takeMailedToken()) ask({ token: mailedToken() })
    }
    addEventListener('hashchange', openLink)
    return () => {
      removeEventListener('hashchange', openLink)
      forgetMailedToken()
    }
  }, [])

  useEffect(() => {
    const { token } = asked
    let left = false
    const refuse = () => {
      forgetMailedToken()
      setLink({ state: 'invalid' })
    }
    async function check() {
      if (token === '') return refuse()
      setLink({ state: 'checking' })
      const outcome = await result(apiFailingFast.POST(path, { body: { token } }))
      if (left) return
      if (outcome.ok) setLink({ state: 'valid', token, change: outcome.data, refuse })
      else if (outcome.code === 'INVALID_TOKEN' || outcome.code === 'INVALID_REQUEST') refuse()
      else setLink({ state: 'failed', failure: outcome, retry: () => ask({ token }) })
    }
    void check()
    return () => {
      left = true
    }
  }, [path, asked])

  return link
}
