import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../machines/failure.ts'
import { FailureNotice } from '../ui/failure.tsx'
import { Form } from './form.tsx'
import { useFieldFailure } from './use-field-failure.ts'

export type FlowFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  onSubmit: (values: Output) => void
  /** Why the flow's last attempt failed. */
  failure: Failure | null
  /** The form's field for each error code that concerns one. */
  fields?: Readonly<Record<string, FieldPath<Values>>>
  /** Shown above the failure. */
  lead?: ReactNode
  /** The fields: `FormField` and similar components. */
  children: ReactNode
}

/** A form that submits its values to a flow, and shows the flow's failure. */
export function FlowForm<Values extends FieldValues, Output>({
  form,
  onSubmit,
  failure,
  fields,
  lead,
  children,
}: FlowFormProps<Values, Output>) {
  const formFailure = useFieldFailure(form, failure, fields)
  return (
    <FormProvider {...form}>
      <Form onSubmit={form.handleSubmit(onSubmit)}>
        {lead}
        <FailureNotice failure={formFailure} />
        {children}
      </Form>
    </FormProvider>
  )
}
