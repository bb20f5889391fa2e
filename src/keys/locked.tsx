import { LockKeyhole } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Safe } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown instead of keys until the identity is confirmed. */
export function Locked({ title, lead, onUnlock }: { title: string; lead: string; onUnlock: () => void }) {
  const t = useText()
  return (
    <EmptyState
      drawing={<Safe />}
      title={title}
      lead={lead}
      action={
        <Button variant="main" onClick={onUnlock}>
          <LockKeyhole />
          {t('keys.unlock')}
        </Button>
      }
    />
  )
}
