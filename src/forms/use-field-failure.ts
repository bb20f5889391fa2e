import { useEffect } from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../machines/failure.ts'
import { fieldIssues } from './field-issues.ts'

/**
 * Shows a failure at its fields, selects the input of the first one, and clears it when the failure is gone. `fieldOf`:
 * the form's field for each code, and for each request field with another name. Returns the failure if it concerns no
 * field.
 */
export function useFieldFailure<Form extends FieldValues>(
  {
    setError,
    clearErrors,
    setFocus,
    getValues,
  }: Pick<UseFormReturn<Form>, 'setError' | 'clearErrors' | 'setFocus' | 'getValues'>,
  failure: Failure | null,
  fieldOf: Readonly<Record<string, FieldPath<Form>>> = {},
): Failure | null {
  const issues = failure
    ? fieldIssues<FieldPath<Form>>(failure, fieldOf, name => get(getValues(), name) !== undefined)
    : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fieldOf` never changes; a new failure is what counts
  useEffect(() => {
    const [first] = issues
    if (!first) return
    for (const { field, message } of issues) setError(field, { message })
    setFocus(first.field, { shouldSelect: true })
    return () => clearErrors(issues.map(({ field }) => field))
  }, [failure, setError, clearErrors, setFocus])
  return issues.length > 0 ? null : failure
}
