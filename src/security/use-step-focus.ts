import { useEffect } from 'react'
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form'

/**
 * Gives the focus to the first field of a step that comes within an open dialog. An opening dialog does that itself
 * (`data-autofocus`): before, the focus must stay on what opened it, as it goes back there in the end.
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
