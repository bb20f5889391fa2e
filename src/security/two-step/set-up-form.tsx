import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { code } from '../../../domain/code.ts'
import * as v from '../../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import { selectSetUp } from '../../../machines/two-step/selectors.ts'
import { FormCodeField } from '../../forms/form-field.tsx'
import { StepForm } from '../../forms/step-form.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { TwoStepFlow } from './flow.ts'
import { useTwoStepEvents } from './flow.ts'
import { ManualKey } from './manual-key.tsx'
import { StepLine } from './step-line.tsx'

const schema = v.object({ code })

/** The second step of switching two-step verification on: QR code or key, and the app's first code. */
export function SetUpForm({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const phone = usePhone()
  const events = useTwoStepEvents(flow)
  const setUp = useSelector(flow, selectSetUp)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const failure = useSelector(flow, selectFailure)
  const form = useForm({
    resolver: valibotResolver(schema),
    reValidateMode: 'onSubmit',
    defaultValues: { code: '' },
  })
  const { setFocus } = form
  const step = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (phone) step.current?.focus()
    else setFocus('code')
  }, [phone, setFocus])
  if (!setUp) return null
  return (
    <StepForm
      form={form}
      onSubmit={({ code }) => events.submitCode(code)}
      failure={failure}
      fields={{ AUTH_CODE_INVALID: 'code' }}
      lead={
        <>
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
        </>
      }
      busy={submitting}
      disabled={waitingTime !== null}
      action={t('security.switchOn')}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      <FormCodeField name="code" alone label={t('security.code')} readOnly={submitting} />
    </StepForm>
  )
}
