import { useText } from '../i18n/text.ts'

export default function ApiClientsSection() {
  const t = useText()
  return <h2>{t('security.tab.api')}</h2>
}
