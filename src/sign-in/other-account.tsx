import { chakra } from '@chakra-ui/react'
import { EntryFoot } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents, useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'

/** The signed-in user, and a button to leave a started sign-in. */
export function OtherAccount() {
  const t = useText()
  const { email } = useUser()
  return (
    <EntryFoot>
      <chakra.span overflowWrap="anywhere">{t('auth.signedInAs', { email })}</chakra.span>
      <Button variant="link" size="inline" onClick={sessionEvents.signOut}>
        {t('auth.otherAccount')}
      </Button>
    </EntryFoot>
  )
}
