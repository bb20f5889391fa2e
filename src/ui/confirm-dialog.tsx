import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open: boolean
  title: ReactNode
  /** Exactly what will be lost, or happen. */
  lead: ReactNode
  /** The label of the action button. */
  action: string
  /** The label of the dismiss button; Cancel by default, unless that names the act itself. */
  dismiss?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Called when the dialog is removed from the page. */
  onExited?: () => void
  children?: ReactNode
}

/** Asks for confirmation of an act. Cancel has the focus, so that Enter alone destroys nothing. */
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
