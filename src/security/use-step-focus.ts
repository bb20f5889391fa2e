import { useEffect } from 'react'
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form'

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
