import { ownerChange } from '../../../domain/email-change.ts'
import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useConfirmed } from '../../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { BegunDownloads } from '../begun-downloads.tsx'
import { Consequences } from '../consequences.tsx'
import { FirstPasswordChoice } from '../first-password-fields.tsx'
import type { FirstSignIn } from '../hand-over-dialog.tsx'

type Props = { account: Account; onMade: (made: FirstSignIn) => void; onClose: () => void }

/** Replaces the owner of a customer, after explaining what ends for the old one. */
export default function ReplaceOwnerDialog({ account, onMade, onClose }: Props) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const { id, name, owner_email: former } = account
  const form = useFormDialog({
    schema: ownerChange(former),
    defaultValues: { ownerName: '', ownerEmail: '', how: 'invitation' },
    fields: { owner_name: 'ownerName', owner_email: 'ownerEmail', EMAIL_TAKEN: 'ownerEmail' },
    async send({ ownerName, ownerEmail, how }) {
      const invite = how === 'invitation'
      const body = { id, owner_name: ownerName, owner_email: ownerEmail, invite }
      const outcome = await confirmed(() => result(api.PUT('/user/account/owner', { body })))
      const made = { name: ownerName, email: ownerEmail }
      return outcome?.ok ? { ok: true, data: { ...made, password: outcome.data.password } } : outcome
    },
    onSent() {
      showToast('people.changed.toast', { about: name })
    },
    onClose(made) {
      if (made?.password) onMade({ ...made, password: made.password })
      else onClose()
    },
    staysWhileSending: true,
  })
  return (
    <>
      <FormDialog
        form={form}
        danger
        title={t('accounts.replaceTitle', { name })}
        lead={t('accounts.replaceLead', { email: former })}
        action={t('accounts.replaceOwner')}
      >
        <Consequences
          lines={[
            t('accounts.replaceAccess'),
            t('accounts.replaceKeys'),
            t('accounts.replaceLinks'),
            t('accounts.replaceKept'),
          ]}
        />
        <BegunDownloads />
        <FormField name="ownerName" data-autofocus label={t('accounts.newOwnerName')} autoComplete="off" />
        <FormField name="ownerEmail" label={t('accounts.newOwnerEmail')} type="email" autoComplete="off" />
        <FirstPasswordChoice byHand={{ label: t('accounts.temporary'), lead: t('accounts.newOwnerHelp') }} />
      </FormDialog>
      {confirmation}
    </>
  )
}
