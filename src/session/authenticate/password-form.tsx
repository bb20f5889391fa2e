import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { Credentials } from '../../../domain/credentials.ts'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import {
  selectFailure,
  selectNotice,
  selectSubmitting,
  selectUsername,
  selectWaitingTime,
} from '../../../machines/authenticate/selectors.ts'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type AuthenticateFlow, useAuthenticateEvents } from './flow.ts'
import { useCredentials } from './use-credentials.ts'

const notices: Record<SignInNotice, { severity: 'info' | 'success' | 'warning'; text: MessageId }> = {
  'session ended': { severity: 'info', text: 'error.UNAUTHORIZED' },
  'timed out': { severity: 'warning', text: 'error.TWO_STEP_TIMED_OUT' },
  'password reset': { severity: 'success', text: 'auth.passwordReset' },
}

type Props = {
  flow: AuthenticateFlow
  /** Of the user whose password alone is asked for; without it the form asks for the address too. */
  email?: string
  /** Called with each attempt: what comes next can be loaded meanwhile. */
  onSend?: () => void
  /** Links below the button. */
  children: ReactNode
}

/** The password, and the email address where it is not known. */
export function PasswordForm({ flow, email, onSend, children }: Props) {
  const t = useText()
  const events = useAuthenticateEvents(flow)
  const submitting = useSelector(flow, selectSubmitting)
  const failure = useSelector(flow, selectFailure)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const notice = useSelector(flow, selectNotice)
  const username = useSelector(flow, selectUsername)
  const { field, passwordInput, atPassword, submit } = useCredentials(username, send)

  function send(credentials: Credentials) {
    onSend?.()
    events.submitCredentials(credentials)
  }

  useEffect(() => {
    if (failure?.code === 'INVALID_CREDENTIALS') {
      passwordInput.current?.focus()
      passwordInput.current?.select()
    }
  }, [failure, passwordInput])

  return (
    <Form onSubmit={submit}>
      {notice && <Notice severity={notices[notice].severity}>{t(notices[notice].text)}</Notice>}
      {email !== undefined && failure?.code === 'INVALID_CREDENTIALS' ? (
        <Notice severity="error">{t('auth.wrongPassword')}</Notice>
      ) : (
        <FailureNotice failure={failure} />
      )}
      {email === undefined ? (
        <Field
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!atPassword}
          {...field('username')}
        />
      ) : (
        <>
          <input type="text" hidden autoComplete="username" value={email} readOnly />
          <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
            {t('auth.account', { email })}
          </chakra.p>
        </>
      )}
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        autoFocus={atPassword}
        data-autofocus
        {...field('password')}
      />
      <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
        {t('auth.signIn')}
      </Button>
      {children}
    </Form>
  )
}
