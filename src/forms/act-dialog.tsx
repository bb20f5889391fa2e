import { type ReactNode, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { ApiResult } from '../api/result.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useClosing } from './use-closing.ts'

type Props<Data> = {
  title: string
  lead: string
  /** The word for the act. */
  action: string
  /** The word for not doing it; Cancel unless given. */
  dismiss?: string
  danger?: boolean
  /** What the user has to read first is still loading. */
  loading?: boolean
  /** Makes the call; null: the user gave it up. */
  send: () => Promise<ApiResult<Data> | null>
  /** The call went well; the dialog closes when this is done. */
  onSent: (data: Data) => unknown
  onClose: () => void
  children?: ReactNode
}

/** Asks once before one call. It stays where the call fails, and says why. */
export function ActDialog<Data>({ send, onSent, onClose, loading = false, children, ...words }: Props<Data>) {
  const { open, close, onExited } = useClosing(onClose)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function act() {
    setBusy(true)
    setFailure(null)
    const outcome = await send()
    if (outcome?.ok) {
      await onSent(outcome.data)
      return close()
    }
    setFailure(outcome)
    setBusy(false)
  }

  return (
    <ConfirmDialog
      {...words}
      open={open}
      busy={busy || loading}
      onConfirm={() => void act()}
      onClose={close}
      onExited={onExited}
    >
      <FailureNotice failure={failure} />
      {children}
    </ConfirmDialog>
  )
}
