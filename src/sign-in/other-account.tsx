import { chakra } from '@chakra-ui/react'
import type { CurrentUser } from '../../openapi/schema.ts'
import { EntryFoot } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'

/** Who is signed in, and the way out of a started sign-in. */
export function OtherAccount({ user, onLeave }: { user: CurrentUser | null; onLeave: () => void }) {
  const t = useText()
  return (
    <EntryFoot>
      <chakra.span overflowWrap="anywhere">{t('auth.signedInAs', { email: user?.email ?? '' })}</chakra.span>
      <Button variant="link" size="inline" onClick={onLeave}>
        {t('auth.otherAccount')}
      </Button>
    </EntryFoot>
  )
}
