import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { email } from '../../domain/email.ts'
import * as v from '../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectEmail } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useReset, useResetEvents } from './flow.tsx'

const address = v.object({ email })

export function ForgotPassword() {
  const t = useText()
  const events = useResetEvents()
  const submitting = useReset(selectSubmitting)
  const failure = useReset(selectFailure)
  const waitingTime = useReset(selectWaitingTime)
  const form = useForm({
    resolver: valibotResolver(address),
    defaultValues: { email: useReset(selectEmail) },
  })
  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.forgotPassword')}
          </PageTitle>
        }
        lead={t('auth.forgotLead')}
      />
      <FlowForm form={form} onSubmit={({ email }) => events.submitAddress(email)} failure={failure}>
        <FormField
          name="email"
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.sendLink')}
        </Button>
      </FlowForm>
    </>
  )
}
