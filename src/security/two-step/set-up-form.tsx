import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { Smartphone } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { code } from '../../../domain/code.ts'
import * as v from '../../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import { selectSetUp } from '../../../machines/two-step/selectors.ts'
import { StepForm } from '../../forms/flow-form.tsx'
import { FormCodeField } from '../../forms/form-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { useStepFocus } from '../steps.ts'
import { type TwoStepFlow, useTwoStepEvents } from './flow.ts'

/** The first step of turning two-step verification on: the password. */
export function SetUpPassword({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const { email } = useUser()
  const events = useTwoStepEvents(flow)
  const form = useForm({ defaultValues: { password: '' } })
  useStepFocus('password', form.setFocus)
  return (
    <StepForm
      form={form}
      onSubmit={({ password }) => events.submitPassword(password)}
      failure={useSelector(flow, selectFailure)}
      fields={{ CURRENT_PASSWORD_INCORRECT: 'password' }}
      lead={
        <chakra.div>
          <StepLine step={1} />
          <DialogLead>{t('security.switchOnLead')}</DialogLead>
        </chakra.div>
      }
      busy={useSelector(flow, selectSubmitting)}
      disabled={useSelector(flow, selectWaitingTime) !== null}
      action={t('security.next')}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('auth.password')}
        data-autofocus
        autoComplete="current-password"
        maxLength={128}
        error={fieldText(t, form.formState.errors.password)}
        {...form.register('password', { required: 'required' })}
      />
    </StepForm>
  )
}

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

/** The secret, to type into an authenticator app or to copy. */
function ManualKey({ secret }: { secret: string }) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2">
        <chakra.p id={id} textStyle="label">
          {t('security.keyLabel')}
        </chakra.p>
        <CopyButton value={secret} label={t('security.copyKey')} />
      </chakra.div>
      <chakra.p
        aria-labelledby={id}
        role="group"
        fontFamily="mono"
        textStyle="small"
        display="grid"
        gridTemplateColumns="repeat(4, max-content)"
        columnGap="3"
        rowGap="1"
      >
        {groupsOf(secret).map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no identity but its place
          <span key={at}>{group}</span>
        ))}
      </chakra.p>
    </chakra.div>
  )
}

/** The key in groups of four, as people type it. */
function groupsOf(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? []
}

/** The step number within turning two-step verification on. */
export function StepLine({ step, ref }: { step: 1 | 2 | 3; ref?: Ref<HTMLParagraphElement> }) {
  const t = useText()
  return (
    <chakra.p
      ref={ref}
      tabIndex={-1}
      outline="none"
      textStyle="small"
      fontWeight="medium"
      color="fg.accent"
      mb="1"
    >
      {t('security.step', { step })}
    </chakra.p>
  )
}
