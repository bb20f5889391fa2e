import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  selectFailure,
  selectSubmitting,
  selectTimeForCode,
  selectWaitingTime,
} from '../../machines/session/selectors.ts'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { CodeForm } from './code-form.tsx'
import { sessionEvents, useSession, useUser } from './session.ts'

/**
 * The session has ended under the user: sign in again in place, with the code of the second step where there is one, so
 * that uploads and forms lose nothing.
 */
export default function ExpiredDialog() {
  const t = useText()
  const { email } = useUser()
  const time = useSession(selectTimeForCode)
  const input = useRef<HTMLInputElement | null>(null)
  const [recovery, setRecovery] = useState(false)
  const codeLead = t(recovery ? 'auth.recoveryLead' : 'auth.twoStepLead', { email })
  return (
    <Dialog
      open
      title={t('auth.expiredTitle')}
      lead={time === null ? t('auth.expiredLead') : codeLead}
      initialFocus={input}
    >
      {time === null ? (
        <Password input={input} />
      ) : (
        <Code time={time} recovery={recovery} onRecovery={setRecovery} />
      )}
    </Dialog>
  )
}

function Password({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const t = useText()
  const user = useUser()
  const submitting = useSession(selectSubmitting)
  const failure = useSession(selectFailure)
  const waitingTime = useSession(selectWaitingTime)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { ref, ...password } = register('password', { required: 'required' })

  useEffect(() => {
    if (failure?.code === 'INVALID_CREDENTIALS') input.current?.select()
  }, [failure, input])

  return (
    <Form onSubmit={handleSubmit(({ password }) => sessionEvents.submitPassword(password))}>
      <FailureNotice failure={failure} />
      <input type="text" hidden autoComplete="username" value={user.email} readOnly />
      <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
        {t('auth.signedInAs', { email: user.email })}
      </chakra.p>
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        autoFocus
        error={fieldText(t, formState.errors.password)}
        {...password}
        ref={(element: HTMLInputElement | null) => {
          ref(element)
          input.current = element
        }}
      />
      <Button type="submit" variant="main" wide loading={submitting} disabled={waitingTime !== null}>
        {t('auth.signIn')}
      </Button>
      <Button variant="link" size="inline" alignSelf="center" onClick={sessionEvents.useAnotherAccount}>
        {t('auth.otherAccount')}
      </Button>
    </Form>
  )
}

type CodeProps = Pick<ComponentProps<typeof CodeForm>, 'time' | 'recovery' | 'onRecovery'>

function Code(props: CodeProps) {
  const t = useText()
  const submitting = useSession(selectSubmitting)
  const failure = useSession(selectFailure)
  const waitingTime = useSession(selectWaitingTime)
  return (
    <>
      <CodeForm
        {...props}
        submitting={submitting}
        failure={failure}
        waitingTime={waitingTime}
        onSubmit={sessionEvents.submitCode}
      />
      <Button variant="link" size="inline" alignSelf="center" onClick={sessionEvents.startOver}>
        {t('auth.backToPassword')}
      </Button>
    </>
  )
}
