import { useLocation } from 'wouter'
import { emailTexts } from '../../languages/languages.ts'
import { withMessages } from '../i18n/text.ts'
import { lazyScreen } from '../ui/lazy.tsx'

const ConfirmEmail = lazyScreen(() => withMessages(import('./confirm-email.tsx'), emailTexts))
const UndoEmail = lazyScreen(() => withMessages(import('./undo-email.tsx'), emailTexts))
const AddressLink = lazyScreen(() => withMessages(import('./address-link.tsx'), emailTexts))

/** The page of a link mailed to an address, with its texts: the sign-in page does not load what leads there. */
export default function LinkPages() {
  const [path] = useLocation()
  if (path === '/confirm-email') return <ConfirmEmail />
  return path === '/undo-email' ? <UndoEmail /> : <AddressLink />
}
