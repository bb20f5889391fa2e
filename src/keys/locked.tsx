import { LockKeyhole } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Safe } from '../ui/drawings/safe.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What is shown instead of keys until the user has confirmed who is there. */
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
