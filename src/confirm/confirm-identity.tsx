import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { confirmationOf } from '../../domain/confirmation.ts'
import { selectFailure, selectSubmitting } from '../../machines/attempt.ts'
import { selectMethod, selectProvider, selectReady } from '../../machines/confirm-identity/selectors.ts'
import { StepForm } from '../forms/flow-form.tsx'
import { useText } from '../i18n/text.ts'
import { providerName } from '../site/providers.ts'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { ConfirmationField } from './confirmation-field.tsx'
import { confirmSession, useConfirmEvents, useConfirmFlow } from './flow.ts'

const leads = { pin: 'confirm.leadPin', 'two-step': 'confirm.leadCode', none: 'sso.confirmLead' } as const

/** Asks for PIN, code or a new sign-in before keys are shown or changed. Calls `onEnd` once the dialog is closed. */
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
  const form = useForm({
    resolver: valibotResolver(confirmationOf(method)),
    reValidateMode: 'onSubmit',
    defaultValues: { pin: '' },
  })
  const { submit, cancel, leaveForProvider } = useConfirmEvents(flow)
  const provider = useSelector(flow, selectProvider)

  return (
    <Dialog
      open={open}
      onClose={cancel}
      onExited={onExited}
      title={t('confirm.title')}
      lead={t(leads[method])}
    >
      <StepForm
        form={form}
        onSubmit={({ pin }) => (provider === null ? submit(pin) : leaveForProvider())}
        failure={useSelector(flow, selectFailure)}
        fields={{ PIN_INCORRECT: 'pin' }}
        busy={useSelector(flow, selectSubmitting)}
        disabled={!useSelector(flow, selectReady)}
        action={provider === null ? t('confirm.do') : t('sso.again', { name: providerName(provider) })}
        back={{ text: t('common.cancel'), onClick: cancel }}
      >
        <ConfirmationField alone flow={flow} />
      </StepForm>
    </Dialog>
  )
}
