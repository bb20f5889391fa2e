import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { FlowForm, type FlowFormProps } from './flow-form.tsx'

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
