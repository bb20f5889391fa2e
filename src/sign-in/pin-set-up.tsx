import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { pinSetUp } from '../../domain/pin.ts'
import { selectFailure, selectSubmitting } from '../../machines/attempt.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormPasswordField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { sessionEvents, useSession } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { OtherAccount } from './other-account.tsx'

/** The security page of a user without a pin: it must be set first. */
export default function PinSetUp() {
  const t = useText()
  const submitting = useSession(selectSubmitting)
  const failure = useSession(selectFailure)
  const form = useForm({
    resolver: valibotResolver(pinSetUp),
    defaultValues: { pin: '', confirm: '' },
  })
  return (
    <>
      <EntryHeading focus={false} title={t('auth.pinSetUpTitle')} lead={t('auth.pinSetUpLead')} />
      <FlowForm form={form} onSubmit={({ pin }) => sessionEvents.submitPin(pin)} failure={failure}>
        <FormPasswordField
          name="pin"
          label={t('auth.pin')}
          autoFocus
          autoComplete="off"
          help={t('auth.pinHelp')}
        />
        <FormPasswordField name="confirm" label={t('auth.confirmPin')} autoComplete="off" />
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.setPin')}
        </Button>
      </FlowForm>
      <OtherAccount />
    </>
  )
}
