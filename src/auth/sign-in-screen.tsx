import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Credentials, credentials } from '../../domain/credentials.ts'
import {
  selectFailure,
  selectNotice,
  selectSubmitting,
  selectWaitingTime,
} from '../../machines/sign-in/selectors.ts'
import { loadMainScreens } from '../app/main-chunk.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { EntryHeading, EntryLayout } from './entry-layout.tsx'
import { FormFailure } from './form-failure.tsx'
import { useSignIn, useSignInEvents } from './sign-in-flow.tsx'

/** The sign-in page. */
export function SignInScreen() {
  const t = useText()
  const events = useSignInEvents()
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const waitingTime = useSignIn(selectWaitingTime)
  const ended = useSignIn(selectNotice) === 'session ended'
  const { register, handleSubmit, setFocus, formState } = useForm<Credentials>({
    resolver: valibotResolver(credentials),
    defaultValues: { username: '', password: '' },
  })

  function submit({ username, password }: Credentials) {
    void loadMainScreens()
    events.submitCredentials(username, password)
  }

  useEffect(() => {
    if (failure?.code === 'INVALID_CREDENTIALS') setFocus('password', { shouldSelect: true })
  }, [failure, setFocus])

  return (
    <EntryLayout>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.signInTitle')}
          </PageTitle>
        }
        lead={t('auth.signInLead')}
      />
      <Form onSubmit={handleSubmit(submit)}>
        {ended && <Notice severity="info">{t('error.UNAUTHORIZED')}</Notice>}
        <FormFailure failure={failure} waitingTime={waitingTime} />
        <Field
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={fieldText(t, formState.errors.username)}
          {...register('username')}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          error={fieldText(t, formState.errors.password)}
          {...register('password')}
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.signIn')}
        </Button>
      </Form>
    </EntryLayout>
  )
}
