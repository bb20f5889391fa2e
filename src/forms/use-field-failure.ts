import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { FailureCode } from '../../machines/failure.ts'

/**
 * Says a failure at the field that it is about, selects what is typed there, and takes it back when the failure is
 * gone.
 * `fieldOf`: which code belongs to which field.
 */
export function useFieldFailure<Form extends FieldValues>(
  failure: { code: FailureCode } | null,
  fieldOf: Partial<Record<FailureCode, FieldPath<Form>>>,
  { setError, clearErrors, setFocus }: Pick<UseFormReturn<Form>, 'setError' | 'clearErrors' | 'setFocus'>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fieldOf` never changes; a new failure is what counts
  useEffect(() => {
    const field = failure && fieldOf[failure.code]
    if (!field) return
    setError(field, { message: failure.code })
    setFocus(field, { shouldSelect: true })
    return () => clearErrors(field)
  }, [failure, setError, clearErrors, setFocus])
}
