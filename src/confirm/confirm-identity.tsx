import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { confirmationOf } from '../../domain/confirmation.ts'
import { selectMethod, selectReady, selectSubmitting } from '../../machines/confirm-identity/selectors.ts'
import { Form } from '../forms/form.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { confirmSession } from './actors.ts'
import { ConfirmationFailure, ConfirmationField } from './confirmation-field.tsx'
import { useConfirmFlow } from './use-confirm-flow.ts'

/** Asks for pin or code before keys are shown or changed. `onEnd` is told when the dialog is gone. */
export default function ConfirmIdentity({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const t = useText()
  const answer = useRef(false)
  const { open, close, onExited } = useClosing(() => onEnd(answer.current))
  const flow = useConfirmFlow({
    purpose: 'session',
    confirm: confirmSession,
    onEnd(confirmed) {
      answer.current = confirmed
      close()
    },
  })
  const method = useSelector(flow, selectMethod) ?? 'pin'
  const submitting = useSelector(flow, selectSubmitting)
  const ready = useSelector(flow, selectReady)
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(confirmationOf(method)),
    reValidateMode: 'onSubmit',
    defaultValues: { pin: '' },
  })
  const cancel = () => flow.send({ type: 'cancel' })

  return (
    <Dialog
      open={open}
      onClose={cancel}
      onExited={onExited}
      title={t('confirm.title')}
      lead={t(method === 'pin' ? 'confirm.leadPin' : 'confirm.leadCode')}
      footer={
        <>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form="confirm-identity"
            variant="main"
            loading={submitting}
            disabled={!ready && !submitting}
          >
            {t('confirm.do')}
          </Button>
        </>
      }
    >
      <Form
        id="confirm-identity"
        onSubmit={handleSubmit(({ pin }) => flow.send({ type: 'submit', pin }))}
        gap="4"
      >
        <ConfirmationFailure flow={flow} />
        <ConfirmationField
          alone
          flow={flow}
          error={fieldText(t, formState.errors.pin)}
          {...register('pin')}
        />
      </Form>
    </Dialog>
  )
}
