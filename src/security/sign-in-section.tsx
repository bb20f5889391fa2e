import { useText } from '../i18n/text.ts'

/** How the user signs in, and confirms what is protected. */
export default function SignInSection() {
  const t = useText()
  return <h2>{t('security.tab.signIn')}</h2>
}
