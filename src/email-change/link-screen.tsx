import type { ReactNode } from 'react'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { useText } from '../i18n/text.ts'
import { FailureState } from '../ui/failure-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import type { MailedLink } from './use-mailed-link.ts'

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
      {link.state === 'invalid' && (
        <EntryHeading title={<PageTitle large>{t('auth.linkInvalidTitle')}</PageTitle>} lead={invalid} />
      )}
      <WayOut />
    </>
  )
}
