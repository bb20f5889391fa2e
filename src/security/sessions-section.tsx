import { useText } from '../i18n/text.ts'

/** Where the user is signed in. */
export default function SessionsSection() {
  const t = useText()
  return <h2>{t('security.tab.sessions')}</h2>
}
