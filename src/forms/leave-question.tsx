import { useText } from '../i18n/text.ts'
import type { Leaving } from '../shell/leaving.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before leaving; `about`: unsaved input, or a secret that is shown once. */
export function LeaveQuestion({ leaving, about }: { leaving: Leaving; about: 'entered' | 'secret' }) {
  const t = useText()
  return (
    <ConfirmDialog
      open={leaving.asking}
      title={t(`leaving.${about}.title`)}
      lead={t(`leaving.${about}.lead`)}
      action={t(`leaving.${about}.leave`)}
      dismiss={t(`leaving.${about}.stay`)}
      danger
      onConfirm={leaving.discard}
      onClose={leaving.stay}
    />
  )
}
