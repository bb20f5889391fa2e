import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { Issue } from '../../domain/issue.ts'
import type { Failure } from '../../machines/failure.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

type Props = {
  open: boolean
  title: string
  /** Exactly what will be lost. */
  lead: string
  /** The name to type. */
  name: string
  /** Asks for the name. */
  label: string
  action: string
  busy: boolean
  failure: Failure | null
  onConfirm: () => void
  onClose: () => void
  onExited: () => void
}

/** Asks for the exact name of what is deleted (specification, section 5). */
export function DeleteByNameDialog(props: Props) {
  const { open, title, lead, name, label, action, busy, failure, onConfirm, onClose, onExited } = props
  const t = useText()
  const input = useRef<HTMLInputElement | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } })
  const { ref, ...field } = register('name', {
    required: 'required' satisfies Issue,
    validate: (typed): true | Issue => typed === name || (formState.isSubmitted ? 'not-match' : 'wrong-name'),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onExited={onExited}
      initialFocus={input}
      role="alertdialog"
      title={title}
      lead={lead}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="delete-by-name" variant="danger" loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id="delete-by-name" onSubmit={handleSubmit(onConfirm)}>
        <FailureNotice failure={failure} />
        <Field
          label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(t, formState.errors.name)}
          {...field}
          ref={(element: HTMLInputElement | null) => {
            ref(element)
            input.current = element
          }}
        />
      </Form>
    </Dialog>
  )
}
