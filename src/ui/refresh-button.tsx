import { chakra } from '@chakra-ui/react'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

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
