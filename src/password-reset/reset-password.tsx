import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { passwordReset } from '../../domain/password.ts'
import { selectFailure, selectSubmitting } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { Form } from '../forms/form.tsx'
import { FormFailure } from '../forms/form-failure.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { PasswordRules } from '../forms/password-rules.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useReset, useResetEvents } from './provider.tsx'

/** Sets a new password by the link that was opened. */
export function ResetPassword() {
  const t = useText()
  const events = useResetEvents()
  const submitting = useReset(selectSubmitting)
  const failure = useReset(selectFailure)
  const { register, handleSubmit, setError, clearErrors, control, formState } = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  const next = useWatch({ control, name: 'next' })

  useEffect(() => {
    if (failure?.code === 'PASSWORD_REUSED') {
      setError('next', { message: failure.code }, { shouldFocus: true })
    } else clearErrors('next')
  }, [failure, setError, clearErrors])

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
        <FormFailure failure={failure} waitingTime={null} />
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
