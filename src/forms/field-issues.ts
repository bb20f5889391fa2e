import type { Issue } from '../../domain/issue.ts'
import type { Failure, FailureCode } from '../../machines/failure.ts'

export type FieldIssue<Name> = { field: Name; message: Issue | FailureCode }

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
