import { chakra } from '@chakra-ui/react'
import { Download, Plus, RefreshCw } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** A button in the head of a page. On a phone it shows only its icon, so that the head is one line. */
export function HeadButton(props: ComponentProps<typeof Button>) {
  return <Button px={{ base: '2.5', sm: '4' }} {...props} />
}

/** The text of a `HeadButton`: for screen readers it is always present. */
export const HeadButtonText = chakra('span', { base: { srOnly: { base: true, sm: false } } })

type CreateProps = { label: string; onClick: () => void }

/** The main button of a list, in the head of its page; in its empty state it is a `CreateButton`. */
export function HeadCreateButton({ label, onClick }: CreateProps) {
  return (
    <HeadButton variant="main" onClick={onClick}>
      <Plus />
      <HeadButtonText>{label}</HeadButtonText>
    </HeadButton>
  )
}

export function CreateButton({ label, onClick }: CreateProps) {
  return (
    <Button variant="main" onClick={onClick}>
      <Plus />
      {label}
    </Button>
  )
}

/** Refetches what a screen shows; spins until that has ended, and for no other read. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const refresh = () => {
    setBusy(true)
    void onRefresh().finally(() => setBusy(false))
  }
  return (
    <Tip label={t('common.refresh')}>
      <IconButton label={t('common.refresh')} disabled={busy} onClick={refresh}>
        <chakra.span display="grid" animation={busy ? 'spin 900ms linear infinite' : undefined}>
          <RefreshCw />
        </chakra.span>
      </IconButton>
    </Tip>
  )
}

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
