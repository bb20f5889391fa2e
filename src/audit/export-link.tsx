import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { HeadButton, HeadButtonText } from '../ui/head-button.tsx'
import { type AuditFilter, csvAddress } from './filter.ts'

/** A link to the log as a file. The session is renewed first where it must: a download cannot do that itself. */
export function ExportLink({ filter }: { filter: AuditFilter }) {
  const t = useText()

  async function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!event.isTrusted) return
    event.preventDefault()
    const link = event.currentTarget
    const outcome = await result(api.GET('/user'))
    if (outcome.ok) link.click()
    else showToast(`error.${outcome.code}`, { severity: 'error' })
  }

  return (
    <HeadButton asChild>
      <a href={csvAddress(filter)} download onClick={event => void follow(event)}>
        <Download />
        <HeadButtonText>{t('audit.export')}</HeadButtonText>
      </a>
    </HeadButton>
  )
}
