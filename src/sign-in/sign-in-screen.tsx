import { useEffect } from 'react'
import type { Credentials } from '../../domain/credentials.ts'
import {
  selectFailure,
  selectNotice,
  selectSubmitting,
  selectUsername,
  selectWaitingTime,
} from '../../machines/sign-in/selectors.ts'
import type { SignInNotice } from '../../machines/sign-in/types.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { PasswordReset, TwoStepStep } from './entry-chunks.ts'
import { useSignIn, useSignInEvents } from './provider.tsx'
import { useCredentials } from './use-credentials.ts'

const notices: Record<SignInNotice, { severity: 'info' | 'success' | 'warning'; text: MessageId }> = {
  'session ended': { severity: 'info', text: 'error.UNAUTHORIZED' },
  'timed out': { severity: 'warning', text: 'error.TWO_STEP_TIMED_OUT' },
  'password reset': { severity: 'success', text: 'auth.passwordReset' },
}

/** The sign-in page. `onSend` runs with each attempt: what comes next can be loaded meanwhile. */
export function SignInScreen({ onSend }: { onSend: () => void }) {
  const t = useText()
  const events = useSignInEvents()
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const waitingTime = useSignIn(selectWaitingTime)
  const notice = useSignIn(selectNotice)
  const username = useSignIn(selectUsername)
  const { field, passwordInput, submit } = useCredentials(username, send)

  function send({ username, password }: Credentials) {
    onSend()
    void TwoStepStep.preload()
    events.submitCredentials(username, password)
  }

  useEffect(() => {
    if (failure?.code === 'INVALID_CREDENTIALS') {
      passwordInput.current?.focus()
      passwordInput.current?.select()
    }
  }, [failure, passwordInput])

  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false} tab={t('auth.signIn')}>
            {t('auth.signInTitle')}
          </PageTitle>
        }
        lead={t('auth.signInLead')}
      />
      <Form onSubmit={submit}>
        {notice && <Notice severity={notices[notice].severity}>{t(notices[notice].text)}</Notice>}
        <FailureNotice failure={failure} />
        <Field
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={username === ''}
          {...field('username')}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          autoFocus={username !== ''}
          {...field('password')}
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.signIn')}
        </Button>
        <Anchor
          href={`/forgot-password${location.search}`}
          alignSelf="center"
          color="fg.accent"
          _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
          onPointerEnter={PasswordReset.preload}
          onFocus={PasswordReset.preload}
        >
          {t('auth.forgotPassword')}
        </Anchor>
      </Form>
    </>
  )
}
