import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm, useWatch } from 'react-hook-form'
import { passwordReset } from '../../domain/password.ts'
import { selectFailure, selectSubmitting } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { PasswordRules } from '../forms/password-rules.tsx'
import { useFieldFailure } from '../forms/use-field-failure.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useReset, useResetEvents } from './provider.tsx'

/** Sets a new password by the link that was opened. */
export function ResetPassword() {
  const t = useText()
  const events = useResetEvents()
  const submitting = useReset(selectSubmitting)
  const failure = useReset(selectFailure)
  const { register, handleSubmit, setError, clearErrors, setFocus, control, formState } = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  const next = useWatch({ control, name: 'next' })

  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    PASSWORD_REUSED: 'next',
  })

  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.resetTitle')}
          </PageTitle>
        }
        lead={t('auth.resetLead')}
      />
      <Form onSubmit={handleSubmit(({ next }) => events.submitPassword(next))}>
        <FailureNotice failure={formFailure} />
        <chakra.div display="flex" flexDirection="column" gap="3">
          <PasswordField
            label={t('auth.newPassword')}
            autoComplete="new-password"
            autoFocus
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
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.setPassword')}
        </Button>
      </Form>
    </>
  )
}
