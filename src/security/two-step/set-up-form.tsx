import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { code } from '../../../domain/code.ts'
import * as v from '../../../domain/valibot.ts'
import {
  selectFailure,
  selectSetUp,
  selectSubmitting,
  selectWaitingTime,
} from '../../../machines/two-step/selectors.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { Form } from '../../forms/form.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { ManualKey } from './manual-key.tsx'
import { type TwoStepFlow, useTwoStepEvents } from './provider.ts'
import { QrCode } from './qr-code.tsx'
import { StepLine } from './step-line.tsx'

const form = v.object({ code })

/** The second step of switching on: QR code or key, and the first code of the app. */
export function SetUpForm({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const phone = usePhone()
  const events = useTwoStepEvents(flow)
  const setUp = useSelector(flow, selectSetUp)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm({
    resolver: valibotResolver(form),
    reValidateMode: 'onSubmit',
    defaultValues: { code: '' },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    AUTH_CODE_INVALID: 'code',
  })
  const step = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (phone) step.current?.focus()
    else setFocus('code')
  }, [phone, setFocus])
  if (!setUp) return null
  return (
    <Form onSubmit={handleSubmit(({ code }) => events.submitCode(code))}>
      <chakra.div>
        <StepLine ref={step} step={2} />
        <DialogLead>{t('security.scanLead')}</DialogLead>
      </chakra.div>
      <chakra.div
        display="flex"
        flexDirection={{ base: 'column', sm: 'row' }}
        alignItems="center"
        gap={{ base: '4', sm: '6' }}
      >
        <QrCode text={setUp.uri} label={t('security.qr')} />
        <chakra.div minW="0" width="full" display="flex" flexDirection="column" gap="3">
          {phone && (
            <Button asChild wide>
              <a href={setUp.uri}>
                <Smartphone aria-hidden="true" />
                {t('security.openApp')}
              </a>
            </Button>
          )}
          <ManualKey secret={setUp.secret} />
        </chakra.div>
      </chakra.div>
      <FailureNotice failure={formFailure} />
      <CodeField
        alone
        label={t('security.code')}
        readOnly={submitting}
        error={fieldText(t, formState.errors.code)}
        {...register('code')}
      />
      <DialogButtons>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="main" loading={submitting} disabled={waitingTime !== null}>
          {t('security.switchOn')}
        </Button>
      </DialogButtons>
    </Form>
  )
}
