import { emailChange } from '../../domain/email-change.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useConfirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'

type Props = {
  /** The current address. */
  email: string
  /** A link was mailed to `email`. */
  onSent: (email: string) => void
  onClose: () => void
}

/** Asks for another address, to which a link is mailed. */
export default function ChangeEmailDialog({ email: current, onSent, onClose }: Props) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const form = useFormDialog({
    schema: emailChange(current),
    defaultValues: { email: '' },
    async send({ email }) {
      const outcome = await confirmed(() => result(api.POST('/user/email', { body: { email } })))
      return outcome?.ok ? { ok: true, data: email } : outcome
    },
    onClose(email) {
      if (email === null) onClose()
      else onSent(email)
    },
  })
  return (
    <>
      <FormDialog
        form={form}
        title={t('profile.changeEmailTitle')}
        lead={t('profile.changeEmailLead', { email: current })}
        action={t('profile.sendLink')}
      >
        <FormField
          name="email"
          data-autofocus
          label={t('profile.newEmail')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormDialog>
      {confirmation}
    </>
  )
}
