import { useEffect, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { EmailChange, MailedAddress } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { forgetMailedToken, mailedToken, takeMailedToken } from '../session/mailed-token.ts'

type Found = {
  '/user/email/check': EmailChange
  '/user/email/check-undo': EmailChange
  '/user/notification-addresses/check-confirmation': MailedAddress
  '/user/notification-addresses/check-unsubscribe': MailedAddress
}

export type MailedLink<What> =
  | { state: 'checking' | 'invalid' }
  | { state: 'failed'; failure: Failure; retry: () => void }
  | { state: 'valid'; token: string; found: What; refuse: () => void }

/** The opened link, and what the server knows of it. `refuse`: call if it turns out to be invalid. */
export function useMailedLink<Path extends keyof Found>(path: Path): MailedLink<Found[Path]> {
  const [asked, ask] = useState(() => ({ token: mailedToken() }))
  const [link, setLink] = useState<MailedLink<Found[Path]>>({ state: 'checking' })

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
      const outcome = await result(apiFailingFast.POST(path as keyof Found, { body: { token } }))
      if (left) return
      if (outcome.ok) setLink({ state: 'valid', token, found: outcome.data as Found[Path], refuse })
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
