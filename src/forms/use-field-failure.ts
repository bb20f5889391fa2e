import { useEffect } from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import type { Issue } from '../../domain/issue.ts'
import type { Failure, FailureCode } from '../../machines/failure.ts'

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

type FieldIssue<Name> = { field: Name; message: Issue | FailureCode }

/**
 * The server's messages about the fields of a form: `fields` maps each error code, and each request field with another
 * name in the form, to the form's field. `has`: whether the form has a field of this name. The message is an id for
 * `fieldText`. Empty if the failure concerns no field.
 */
export function fieldIssues<Name extends string>(
  failure: Failure,
  fields: Readonly<Record<string, Name>>,
  has: (name: string) => boolean = () => false,
): FieldIssue<Name>[] {
  const field = fields[failure.code]
  if (field) return [{ field, message: failure.code }]
  return (failure.fields ?? []).flatMap(({ field, message }) => {
    const name = fields[field] ?? (has(field) ? (field as Name) : undefined)
    const isIssue = /^[a-z]+(-[a-z]+)*$/.test(message)
    return name ? [{ field: name, message: isIssue ? (message as Issue) : failure.code }] : []
  })
}
