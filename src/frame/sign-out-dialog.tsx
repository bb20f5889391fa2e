import { useText } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = {
  /** Files that have not arrived; 0 while nothing is asked. */
  unfinished: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a sign-out that would stop uploads. */
export function SignOutDialog({ unfinished, onConfirm, onClose }: Props) {
  const t = useText()
  return (
    <ConfirmDialog
      open={unfinished > 0}
      danger
      title={t('uploads.signOutTitle')}
      lead={t('uploads.signOutLead', { count: unfinished })}
      action={t('uploads.signOut')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}
