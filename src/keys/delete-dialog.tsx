import type { ReactNode } from 'react'
import type { ApiResult } from '../api/result.ts'
import { ActDialog } from '../forms/act-dialog.tsx'
import { showToast } from '../shell/toast.ts'

type Props = {
  title: string
  /** The name of what is deleted. */
  name: string
  lead: string
  action: string
  /** Deletes; null if not confirmed. */
  call: () => Promise<ApiResult<unknown> | null>
  onClose: () => void
  children?: ReactNode
}

/** Asks before a deletion. Something already gone counts as deleted. */
export default function DeleteDialog({ name, call, ...dialog }: Props) {
  return (
    <ActDialog
      {...dialog}
      danger
      send={async () => {
        const outcome = await call()
        return outcome && !outcome.ok && outcome.code === 'NOT_FOUND' ? { ok: true, data: null } : outcome
      }}
      onSent={() => showToast('keys.deleted.toast', { about: name })}
    />
  )
}
