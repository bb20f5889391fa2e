import { useText } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props = {
  open: boolean
  /** Files that are not uploaded yet. */
  unfinished: number
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a sign-out that would stop uploads. */
export default function SignOutDialog({ open, unfinished, onConfirm, onClose }: Props) {
  const t = useText()
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('uploads.signOutTitle')}
      lead={t('uploads.signOutLead', { count: unfinished })}
      action={t('uploads.signOut')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}
