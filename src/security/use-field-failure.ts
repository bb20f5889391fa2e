import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { FailureCode } from '../../machines/failure.ts'

/** Says a failure at the field that it is about, and brings the focus there. `fieldOf`: which code belongs to which. */
export function useFieldFailure<Form extends FieldValues>(
  failure: { code: FailureCode } | null,
  fieldOf: Partial<Record<FailureCode, FieldPath<Form>>>,
  setError: UseFormSetError<Form>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fieldOf` never changes; a new failure is what counts
  useEffect(() => {
    const field = failure && fieldOf[failure.code]
    if (field) setError(field, { message: failure.code }, { shouldFocus: true })
  }, [failure, setError])
}
