import type { Failure } from '../../machines/failure.ts'

export type FieldIssue<Name> = { field: Name; message: string }

/**
 * What the server says about the fields of a form: `fields` names the form's field of each error code and of each
 * field of the request. The message is an id for `fieldText`. Empty where the failure is about no field.
 */
export function fieldIssues<Name extends string>(
  failure: Failure,
  fields: Readonly<Record<string, Name>>,
): FieldIssue<Name>[] {
  const field = fields[failure.code]
  if (field) return [{ field, message: failure.code }]
  return (failure.fields ?? []).flatMap(({ field, message }) => {
    const name = fields[field]
    return name ? [{ field: name, message: /^[a-z]+(-[a-z]+)*$/.test(message) ? message : failure.code }] : []
  })
}
