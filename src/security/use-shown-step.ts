import { useState } from 'react'

/**
 * The step that a dialog shows: the flow's, or the last one once it has `ended`. The focused element must not disappear
 * before the dialog closes, or focus does not return to the opener.
 */
export function useShownStep<Step extends string>(step: Step): Exclude<Step, 'ended'> | null {
  const [shown, setShown] = useState<Exclude<Step, 'ended'> | null>(null)
  if (step === 'ended' || step === shown) return shown
  setShown(step as Exclude<Step, 'ended'>)
  return step as Exclude<Step, 'ended'>
}
