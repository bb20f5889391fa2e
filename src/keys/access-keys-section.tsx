import { useText } from '../i18n/text.ts'

export default function AccessKeysSection() {
  const t = useText()
  return <h2>{t('security.tab.keys')}</h2>
}
