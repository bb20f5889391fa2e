import { chakra } from '@chakra-ui/react'
import { selectUser } from '../../machines/session/selectors.ts'
import { EntryFoot } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { useSignInEvents } from './flow.tsx'

/** The signed-in user, and a button to leave a started sign-in. */
export function OtherAccount() {
  const t = useText()
  const email = useSession(selectUser)?.email ?? ''
  const events = useSignInEvents()
  return (
    <EntryFoot>
      <chakra.span overflowWrap="anywhere">{t('auth.signedInAs', { email })}</chakra.span>
      <Button variant="link" size="inline" onClick={events.signOut}>
        {t('auth.otherAccount')}
      </Button>
    </EntryFoot>
  )
}
