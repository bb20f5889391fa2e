import { chakra } from '@chakra-ui/react'
import { RefreshCw } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import { Tip } from './tip.tsx'

/** Refetches a list; spins meanwhile. */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  const t = useText()
  return (
    <Tip label={t('common.refresh')}>
      <IconButton label={t('common.refresh')} disabled={busy} onClick={onRefresh}>
        <chakra.span display="grid" animation={busy ? 'spin 900ms linear infinite' : undefined}>
          <RefreshCw />
        </chakra.span>
      </IconButton>
    </Tip>
  )
}
