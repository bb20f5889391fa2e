import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form'

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

/**
 * Focuses the first field of a step that appears in an open dialog. An opening dialog does that itself
 * (`data-autofocus`): until then, focus must stay on the opener, where it returns in the end.
 */
export function useStepFocus<Form extends FieldValues>(
  field: Path<Form>,
  setFocus: UseFormSetFocus<Form>,
): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[role=dialog]')) setFocus(field)
  }, [field, setFocus])
}
