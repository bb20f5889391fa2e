import { useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { ApiResult } from '../api/result.ts'
import { useClosing } from '../forms/use-closing.ts'
import { showToast } from '../shell/shell.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

type Props = {
  title: string
  /** What is deleted, as its user called it. */
  name: string
  lead: string
  action: string
  /** The deletion; null: it was not confirmed. */
  call: () => Promise<ApiResult<unknown> | null>
  onDeleted: () => void
  onClose: () => void
}

/** A plain question before a deletion, which stays where it fails and says why. */
export function DeleteDialog({ title, name, lead, action, call, onDeleted, onClose }: Props) {
  const { open, close, onExited } = useClosing(onClose)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function remove() {
    setBusy(true)
    setFailure(null)
    const outcome = await call()
    setBusy(false)
    if (!outcome) return
    if (!outcome.ok && outcome.code !== 'NOT_FOUND') return setFailure(outcome)
    showToast('keys.deleted.toast', { about: name })
    onDeleted()
    close()
  }
  return (
    <ConfirmDialog
      open={open}
      title={title}
      lead={lead}
      action={action}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={close}
      onExited={onExited}
    >
      <FailureNotice failure={failure} />
    </ConfirmDialog>
  )
}
