import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { type PinSetUp as PinForm, pinSetUp } from '../../domain/pin.ts'
import { selectFailure, selectSubmitting } from '../../machines/sign-in/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useSignInEvents } from './events.ts'
import { OtherAccount } from './other-account.tsx'
import { useSignIn } from './provider.tsx'

/** The security page of a user without a pin: it must be set before anything else. */
export default function PinSetUp() {
  const t = useText()
  const events = useSignInEvents()
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const { register, handleSubmit, formState } = useForm<PinForm>({
    resolver: valibotResolver(pinSetUp),
    defaultValues: { pin: '', confirm: '' },
  })
  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.pinSetUpTitle')}
          </PageTitle>
        }
        lead={t('auth.pinSetUpLead')}
      />
      <Form onSubmit={handleSubmit(({ pin }) => events.submitPin(pin))}>
        <FailureNotice failure={failure} />
        <PasswordField
          label={t('auth.pin')}
          autoFocus
          autoComplete="off"
          help={t('auth.pinHelp')}
          error={fieldText(t, formState.errors.pin)}
          {...register('pin')}
        />
        <PasswordField
          label={t('auth.confirmPin')}
          autoComplete="off"
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm')}
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.setPin')}
        </Button>
      </Form>
      <OtherAccount />
    </>
  )
}
