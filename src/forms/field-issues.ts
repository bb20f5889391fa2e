import type { Issue } from '../../domain/issue.ts'
import type { Failure, FailureCode } from '../../machines/failure.ts'

export type FieldIssue<Name> = { field: Name; message: Issue | FailureCode }

/**
 * What the server says about the fields of a form: `fields` names the form's field of each error code, and of each field
 * of the request that is not called as in the form. `has`: whether the form has a field of this name. The message is an
 * id for `fieldText`. Empty where the failure is about no field.
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
