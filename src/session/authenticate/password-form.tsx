import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Credentials, credentialsIssues } from '../../../domain/credentials.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import { selectNotice, selectUsername } from '../../../machines/authenticate/selectors.ts'
import { selectSignOutUnconfirmed } from '../../../machines/session/machine.ts'
import { mayHavePasskeys } from '../../api/passkey-support.ts'
import { Field } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { issueText } from '../../i18n/error-text.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSession } from '../flow.ts'
import { type AuthenticateFlow, useAuthenticateEvents } from './flow.ts'

const notices: Record<SignInNotice, { severity: 'info' | 'success' | 'warning'; text: MessageId }> = {
  'session ended': { severity: 'info', text: 'error.UNAUTHORIZED' },
  'timed out': { severity: 'warning', text: 'error.TWO_STEP_TIMED_OUT' },
  'password reset': { severity: 'success', text: 'auth.passwordReset' },
}

type Props = {
  flow: AuthenticateFlow
  /** The user whose password is requested; without it the form asks for the email address too. */
  email?: string
  /** Called with each attempt, to preload the next screen. */
  onSend?: () => void
  /** Links below the buttons. */
  children: ReactNode
}

/** The password, and the email address unless it is known; or a passkey, where it can be one. */
export function PasswordForm({ flow, email, onSend, children }: Props) {
  const t = useText()
  const events = useAuthenticateEvents(flow)
  const submitting = useSelector(flow, selectSubmitting)
  const failure = useSelector(flow, selectFailure)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const notice = useSelector(flow, selectNotice)
  const unconfirmed = useSession(selectSignOutUnconfirmed)
  // A password that was just set by a link leaves the address.
  const username = useSelector(flow, selectUsername) || (history.state?.email ?? '')
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
      {unconfirmed && <Notice severity="warning">{t('auth.signOutUnconfirmed')}</Notice>}
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
          autoComplete="username webauthn"
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
        autoComplete={email === undefined ? 'current-password' : 'current-password webauthn'}
        autoFocus={atPassword}
        data-autofocus
        {...field('password')}
      />
      <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
        {t('auth.signIn')}
      </Button>
      {mayHavePasskeys() && (
        <Button variant="link" size="inline" alignSelf="center" onClick={events.askForPasskey}>
          {t('auth.passkey')}
        </Button>
      )}
      {children}
    </Form>
  )
}

type Name = keyof Credentials

/**
 * The state of the password form. Errors appear after the first submit. Without a field for it, `username` is sent as it
 * is. Hand-written: a form library would add 10 % to this page.
 */
function useCredentials(username: string, onSubmit: (credentials: Credentials) => void) {
  const t = useText()
  const [{ inPassword }] = useState(typedBefore)
  const form = useRef<Credentials>({ username, password: '' })
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const [tried, setTried] = useState(false)
  const [issues, setIssues] = useState<ReturnType<typeof credentialsIssues>>({})
  // As late as possible: the user may type until this form is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const before = typedBefore()
    for (const name of ['username', 'password'] as const) {
      const input = inputs[name].current
      if (input && before[name]) input.value = before[name]
    }
  }, [])

  return {
    field: (name: Name) => ({
      name,
      defaultValue: name === 'username' ? username : '',
      error: issueText(t, issues[name]),
      ref: inputs[name],
      onChange(event: FormEvent<HTMLInputElement>) {
        form.current[name] = event.currentTarget.value
        if (tried) setIssues(credentialsIssues(form.current))
      },
    }),
    passwordInput: inputs.password,
    /** Whether the password is the field to go on with. */
    atPassword: username !== '' || inPassword,
    submit(event: FormEvent) {
      event.preventDefault()
      // Browsers fill in what they have kept without a change that React hears.
      for (const name of ['username', 'password'] as const) {
        form.current[name] = inputs[name].current?.value ?? form.current[name]
      }
      const found = credentialsIssues(form.current)
      setTried(true)
      setIssues(found)
      const wrong = (['username', 'password'] as const).find(name => found[name] && inputs[name].current)
      if (wrong) inputs[wrong].current?.focus()
      else onSubmit({ ...form.current, username: form.current.username.trim() })
    },
  }
}

/** What was typed into the sign-in page of index.html before this one stood in its place. */
function typedBefore(): Credentials & { inPassword: boolean } {
  const input = (name: keyof Credentials) => document.querySelector<HTMLInputElement>(`#boot [name=${name}]`)
  const password = input('password')
  return {
    username: input('username')?.value ?? '',
    password: password?.value ?? '',
    inPassword: password !== null && document.activeElement === password,
  }
}
