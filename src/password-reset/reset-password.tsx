import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { passwordReset } from '../../domain/password.ts'
import { selectFailure, selectSubmitting } from '../../machines/attempt.ts'
import { selectEmail } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useReset, useResetEvents } from './flow.tsx'

/** Sets a new password by the opened link, or the first one by an invitation. */
export function ResetPassword({ invited }: { invited: boolean }) {
  const t = useText()
  const events = useResetEvents()
  const email = useReset(selectEmail)
  const submitting = useReset(selectSubmitting)
  const form = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t(invited ? 'auth.invitedTitle' : 'auth.resetTitle')}
          </PageTitle>
        }
        lead={t(invited ? 'auth.invitedLead' : 'auth.resetLead')}
      />
      <FlowForm
        form={form}
        onSubmit={({ next }) => events.submitPassword(next)}
        failure={useReset(selectFailure)}
        fields={{ PASSWORD_REUSED: 'next' }}
      >
        {email && (
          <>
            <input type="text" hidden autoComplete="username" value={email} readOnly />
            <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
              {t('auth.account', { email })}
            </chakra.p>
          </>
        )}
        <NewPasswordFields autoFocus />
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.setPassword')}
        </Button>
      </FlowForm>
    </>
  )
}
