import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { EmailChange, MailedAddress } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { type ApiResult, result } from '../api/result.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { useText } from '../i18n/text.ts'
import { followMailedLinks, forgetMailedToken, mailedToken } from '../session/mailed-token.ts'
import { FailureState } from '../ui/failure.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'

type Props<What> = {
  link: MailedLink<What>
  /** What to do if the link is invalid. */
  invalid: string
  children: (link: Extract<MailedLink<What>, { state: 'valid' }>) => ReactNode
}

/** The screen of a mailed link: its content if the link is valid, else why it is not. */
export function LinkScreen<What>({ link, invalid, children }: Props<What>) {
  const t = useText()
  if (link.state === 'checking') return <ScreenLoading />
  return (
    <>
      {link.state === 'valid' && children(link)}
      {link.state === 'failed' && (
        <FailureState level={1} title={t('email.checkFailed')} failure={link.failure} onRetry={link.retry} />
      )}
      {link.state === 'invalid' && <EntryHeading title={t('auth.linkInvalidTitle')} lead={invalid} />}
      <WayOut />
    </>
  )
}

type Found = {
  '/user/email/check': EmailChange
  '/user/email/check-undo': EmailChange
  '/user/notification-addresses/check-confirmation': MailedAddress
  '/user/notification-addresses/check-unsubscribe': MailedAddress
}

type MailedLink<What> =
  | { state: 'checking' | 'invalid' }
  | { state: 'failed'; failure: Failure; retry: () => void }
  | { state: 'valid'; token: string; found: What; refuse: () => void }

/** The opened link, and what the server knows of it. `refuse`: call if it turns out to be invalid. */
export function useMailedLink<Path extends keyof Found>(path: Path): MailedLink<Found[Path]> {
  const [opened, open] = useState(() => ({ token: mailedToken() }))
  const [link, setLink] = useState<MailedLink<Found[Path]>>({ state: 'checking' })

  useEffect(() => followMailedLinks(() => open({ token: mailedToken() })), [])

  useEffect(() => {
    const { token } = opened
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
      else setLink({ state: 'failed', failure: outcome, retry: () => open({ token }) })
    }
    void check()
    return () => {
      left = true
    }
  }, [path, opened])

  return link
}

/** Sends the form that uses the link. `failure`: of the last attempt; a link that turns out to be invalid is refused. */
export function useLinkForm(refuse: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null)
  async function submit<Data>(call: Promise<ApiResult<Data>>, onUsed: (data: Data) => unknown) {
    setFailure(null)
    const outcome = await call
    if (!outcome.ok) return outcome.code === 'INVALID_TOKEN' ? refuse() : setFailure(outcome)
    forgetMailedToken()
    await onUsed(outcome.data)
  }
  return { failure, submit }
}
