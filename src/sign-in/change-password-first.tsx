import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { passwordChange } from '../../domain/password.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormPasswordField } from '../forms/form-field.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents, useSession, useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { OtherAccount } from './other-account.tsx'

export default function ChangePasswordFirst() {
  const t = useText()
  const { email } = useUser()
  const submitting = useSession(selectSubmitting)
  const waitingTime = useSession(selectWaitingTime)
  const form = useForm({
    resolver: valibotResolver(passwordChange),
    defaultValues: { current: '', next: '', confirm: '' },
  })
  return (
    <>
      <EntryHeading focus={false} title={t('auth.changeFirstTitle')} lead={t('auth.changeFirstLead')} />
      <FlowForm
        form={form}
        onSubmit={({ current, next }) => sessionEvents.submitPasswordChange(current, next)}
        failure={useSession(selectFailure)}
        fields={{ CURRENT_PASSWORD_INCORRECT: 'current', PASSWORD_REUSED: 'next', new_password: 'next' }}
      >
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <FormPasswordField
          name="current"
          label={t('auth.currentPassword')}
          autoFocus
          autoComplete="current-password"
        />
        <NewPasswordFields />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.changePassword')}
        </Button>
      </FlowForm>
      <OtherAccount />
    </>
  )
}
