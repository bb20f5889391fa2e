import { useText } from '../i18n/text.ts'
import { Page } from '../shell/page.tsx'

export default function AuditScreen() {
  return <Page title={useText()('audit.title')}>{null}</Page>
}
