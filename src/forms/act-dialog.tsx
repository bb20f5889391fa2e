import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { ApiResult } from '../api/result.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useClosing } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Props<Data> = {
  title: string
  lead: string
  /** The label of the action button. */
  action: string
  /** The label of the dismiss button; Cancel by default. */
  dismiss?: string
  danger?: boolean
  /** Something that the user should read first is still loading. */
  loading?: boolean
  /** Data that the user must read first. If it fails to load, the dialog shows why and offers a retry. */
  read?: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Makes the call; null: the user cancelled it. */
  send: () => Promise<ApiResult<Data> | null>
  /** The call succeeded; the dialog closes when this resolves. */
  onSent: (data: Data) => unknown
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation of a single call. If the call fails, it stays open and shows why. */
export function ActDialog<Data>({
  send,
  onSent,
  onClose,
  loading = false,
  read,
  children,
  ...words
}: Props<Data>) {
  const t = useText()
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

  const unread = read !== undefined && read.data === undefined
  if (unread && read.error)
    return (
      <ConfirmDialog
        {...words}
        danger={false}
        action={t('common.retry')}
        open={open}
        onConfirm={() => void read.refetch()}
        onClose={close}
        onExited={onExited}
      >
        {/* biome-ignore lint/plugin: the dialog's own button retries */}
        <FailureNotice failure={read.error.failure} />
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      {...words}
      open={open}
      busy={busy || loading || unread}
      onConfirm={() => void act()}
      onClose={close}
      onExited={onExited}
    >
      <FailureNotice failure={failure} />
      {unread ? <Skeleton width="80%" /> : children}
    </ConfirmDialog>
  )
}
