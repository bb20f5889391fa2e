import type { ApiError } from '../api/result.ts'

export type FieldIssue<Name> = { field: Name; message: string }

/**
 * What the server says about the fields of a form: `fields` names the form's field of each error code and of each
 * field of the request. The message is an id for `fieldText`. Empty where the failure is about no field.
 */
export function fieldIssues<Name extends string>(
  error: ApiError,
  fields: Readonly<Record<string, Name>>,
): FieldIssue<Name>[] {
  const field = fields[error.code]
  if (field) return [{ field, message: error.code }]
  if (error.code !== 'INVALID_REQUEST') return []
  return (error.problem?.fields ?? []).flatMap(({ field, message }) => {
    const name = fields[field]
    return name ? [{ field: name, message: /^[a-z]+(-[a-z]+)*$/.test(message) ? message : error.code }] : []
  })
}
