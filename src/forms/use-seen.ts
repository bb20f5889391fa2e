import { useState } from 'react'
import { hasChanged } from '../../machines/failure.ts'
import type { ApiResult } from '../api/result.ts'

/**
 * What a dialog acts on: what it was opened with, whatever is read behind it meanwhile. Once `told` of a refusal because
 * that has changed, it is what `readAgain` brings; the dialog shows it, and why the act was refused.
 */
export function useSeen<Seen>(opened: Seen, readAgain: () => Promise<ApiResult<Seen>>) {
  const [seen, setSeen] = useState(opened)
  async function told<Data>(outcome: ApiResult<Data>): Promise<ApiResult<Data>> {
    if (!hasChanged(outcome)) return outcome
    const now = await readAgain()
    if (!now.ok) return now
    setSeen(now.data)
    return outcome
  }
  return [seen, told] as const
}
