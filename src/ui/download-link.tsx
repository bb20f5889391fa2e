import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { showToast } from '../shell/toast.ts'
import { HeadButton, HeadButtonText } from './head-button.tsx'

/** A link to a file of the API. Renews the session first if needed: a download cannot do that itself. */
export function DownloadLink({ href, label }: { href: string; label: string }) {
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
      <a href={href} download onClick={event => void follow(event)}>
        <Download />
        <HeadButtonText>{label}</HeadButtonText>
      </a>
    </HeadButton>
  )
}
