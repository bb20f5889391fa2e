import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open: boolean
  title: ReactNode
  /** Exactly what will be lost, or happen. */
  lead: ReactNode
  /** The word for the act. */
  action: string
  /** The word for not doing it; Cancel unless the act itself is called so. */
  dismiss?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Called when the dialog is gone from the page. */
  onExited?: () => void
  children?: ReactNode
}

/** Asks once before an act. Cancel has the focus, so Enter on its own destroys nothing. */
export function ConfirmDialog({
  open,
  title,
  lead,
  action,
  dismiss,
  danger,
  busy,
  onConfirm,
  onClose,
  onExited,
  children,
}: Props) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(onExited && { onExited })}
      role="alertdialog"
      title={title}
      lead={lead}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {dismiss ?? t('common.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'main'} loading={busy ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
