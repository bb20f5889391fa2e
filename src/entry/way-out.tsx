import { selectUser } from '../../machines/session/machine.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/flow.ts'
import { Anchor } from '../ui/anchor.tsx'
import { EntryFoot } from './entry-layout.tsx'

/**
 * A link from the page of a mailed link: to the console if a user is signed in, else to the sign-in page. `to`: where in
 * the console.
 */
export function WayOut({ to = `/${location.search}` }: { to?: string }) {
  const t = useText()
  const signedIn = useSession(selectUser) !== null
  return (
    <EntryFoot>
      <Anchor
        href={to}
        color="fg.accent"
        textStyle="body"
        fontWeight="medium"
        _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {t(signedIn ? 'common.back' : 'auth.backToSignIn')}
      </Anchor>
    </EntryFoot>
  )
}
