import { useText } from '../i18n/text.ts'
import { Page } from '../shell/page.tsx'

export default function ProfileScreen() {
  return <Page title={useText()('profile.title')}>{null}</Page>
}
