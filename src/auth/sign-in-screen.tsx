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
import { loadMainScreens } from '../app/main-chunk.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { PasswordReset, TwoStepStep } from './entry-chunks.ts'
import { EntryHeading } from './entry-layout.tsx'
import { FormFailure } from './form-failure.tsx'
import { useSignIn, useSignInEvents } from './sign-in-flow.tsx'
import { useCredentials } from './use-credentials.ts'

const notices: Record<SignInNotice, { severity: 'info' | 'success' | 'warning'; text: MessageId }> = {
  'session ended': { severity: 'info', text: 'error.UNAUTHORIZED' },
  'timed out': { severity: 'warning', text: 'error.TWO_STEP_TIMED_OUT' },
  'password reset': { severity: 'success', text: 'auth.passwordReset' },
}

/** The sign-in page. */
export function SignInScreen() {
  const t = useText()
  const events = useSignInEvents()
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const waitingTime = useSignIn(selectWaitingTime)
  const notice = useSignIn(selectNotice)
  const username = useSignIn(selectUsername)
  const { field, passwordInput, submit } = useCredentials(username, send)

  function send({ username, password }: Credentials) {
    void loadMainScreens()
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
        <FormFailure failure={failure} waitingTime={waitingTime} />
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
