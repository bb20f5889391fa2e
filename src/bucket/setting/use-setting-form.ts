import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { GenericSchema } from '../../../domain/valibot.ts'
import type { Failure } from '../../../machines/failure.ts'

/**
 * The form of a setting whose fields have the names of the request. `failure`: of the last attempt to save; what it says
 * about fields stands at these, and `rest` is what is left to say.
 */
export function useSettingForm<Values extends FieldValues, Output>({
  schema,
  defaultValues,
  failure,
}: {
  schema: GenericSchema<Values, Output>
  defaultValues: NoInfer<Values>
  failure: Failure | null
}) {
  const methods = useForm<Values, unknown, Output>({
    resolver: valibotResolver(schema),
    criteriaMode: 'all',
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const fields = failure?.fields ?? []
  const { setError } = methods
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    for (const { field, message } of fields) setError(field as FieldPath<Values>, { message })
  }, [failure])
  const atFields = fields.length > 0 && fields.every(({ message }) => /^[a-z]+(-[a-z]+)*$/.test(message))
  return { methods, rest: atFields ? null : failure }
}
