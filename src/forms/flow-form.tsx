import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { Failure } from '../../machines/failure.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { Form } from './form.tsx'
import { useFieldFailure } from './use-field-failure.ts'

type FlowFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  onSubmit: (values: Output) => void
  /** Why the flow's last attempt failed. */
  failure: Failure | null
  /** The form's field for each error code that concerns one, and for each request field with another name. */
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

/**
 * The buttons at the end of a form in a dialog: the main one last, on the right; on a phone they are stacked, with it
 * on top. They stay visible while the body scrolls.
 */
export const DialogButtons = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column-reverse', sm: 'row' },
    justifyContent: 'flex-end',
    gap: '2',
    position: 'sticky',
    bottom: '-6',
    zIndex: '1',
    bg: 'bg.raised',
    pt: '4',
    mt: '-3',
    pb: '6',
    mb: '-6',
  },
})

type Props<Values extends FieldValues, Output> = FlowFormProps<Values, Output> & {
  action: string
  danger?: boolean
  busy: boolean
  /** Whether the flow currently accepts no attempt. */
  disabled?: boolean
  /** The button to leave or go back. */
  back: { text: string; onClick: () => void; disabled?: boolean }
}

/** A flow's form as one step of a dialog, with its buttons. */
export function StepForm<Values extends FieldValues, Output>({
  action,
  danger = false,
  busy,
  disabled = false,
  back: { text, ...back },
  children,
  ...form
}: Props<Values, Output>) {
  return (
    <FlowForm {...form}>
      {children}
      <DialogButtons>
        <Button {...back}>{text}</Button>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'main'}
          loading={busy}
          disabled={disabled && !busy}
        >
          {action}
        </Button>
      </DialogButtons>
    </FlowForm>
  )
}
