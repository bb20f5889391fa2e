import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm, useWatch } from 'react-hook-form'
import { type PasswordChange, passwordChange } from '../../domain/password.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/sign-in/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { PasswordRules } from '../forms/password-rules.tsx'
import { useFieldFailure } from '../forms/use-field-failure.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useSignInEvents } from './events.ts'
import { OtherAccount } from './other-account.tsx'
import { useSignIn } from './provider.tsx'

/** The forced change of a first password. */
export default function ChangePasswordFirst() {
  const t = useText()
  const events = useSignInEvents()
  const email = useSession(selectUser)?.email ?? ''
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const waitingTime = useSignIn(selectWaitingTime)
  const { register, handleSubmit, setError, clearErrors, setFocus, control, formState } =
    useForm<PasswordChange>({
      resolver: valibotResolver(passwordChange),
      defaultValues: { current: '', next: '', confirm: '' },
    })
  const next = useWatch({ control, name: 'next' })

  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    CURRENT_PASSWORD_INCORRECT: 'current',
    PASSWORD_REUSED: 'next',
  })

  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.changeFirstTitle')}
          </PageTitle>
        }
        lead={t('auth.changeFirstLead')}
      />
      <Form onSubmit={handleSubmit(form => events.submitPasswordChange(form.current, form.next))}>
        <FailureNotice failure={formFailure} />
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t('auth.currentPassword')}
          autoFocus
          autoComplete="current-password"
          error={fieldText(t, formState.errors.current)}
          {...register('current')}
        />
        <chakra.div display="flex" flexDirection="column" gap="3">
          <PasswordField
            label={t('auth.newPassword')}
            autoComplete="new-password"
            error={fieldText(t, formState.errors.next)}
            {...register('next')}
          />
          <PasswordRules password={next} />
        </chakra.div>
        <PasswordField
          label={t('auth.confirmPassword')}
          autoComplete="new-password"
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm')}
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.changePassword')}
        </Button>
      </Form>
      <OtherAccount />
    </>
  )
}
