import { useState } from 'react'

/**
 * The step that a dialog shows: the flow's, and the last one once it has `ended`. What has the focus must not be gone
 * before the dialog closes, or the focus does not go back to what opened it.
 */
export function useShownStep<Step extends string>(step: Step): Exclude<Step, 'ended'> | null {
  const [shown, setShown] = useState<Exclude<Step, 'ended'> | null>(null)
  if (step === 'ended' || step === shown) return shown
  setShown(step as Exclude<Step, 'ended'>)
  return step as Exclude<Step, 'ended'>
}
