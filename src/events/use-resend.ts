import { useState } from 'react'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { showFailure } from '../shell/show-failure.ts'
import { showToast } from '../shell/toast.ts'

/** Resends one event of a topic's log, or all that failed (null); failures are toasts. */
export function useResend(name: string) {
  const [busy, setBusy] = useState(false)
  async function resend(id: string | null) {
    setBusy(true)
    const outcome = await result(api.POST('/notification/topic/resend', { body: { name, id } }))
    if (outcome.ok) {
      showToast('topics.resent', { values: { count: outcome.data.count } })
    } else showFailure(outcome)
    setBusy(false)
  }
  return { busy, resend }
}
