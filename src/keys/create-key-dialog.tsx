import { comingDay, endOfDay } from '../../domain/expiry-day.ts'
import { label } from '../../domain/label.ts'
import * as v from '../../domain/valibot.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'

type Props = {
  confirmed: Confirmed
  /** Called instead of `onClose` when the key is made: the only time that its secret is told. */
  onCreated: (made: { key: AccessKey; secret_key: string }) => void
  onClose: () => void
}

/** Asks for a name and makes the key. */
export default function CreateKeyDialog({ confirmed, onCreated, onClose }: Props) {
  const t = useText()
  const form = useFormDialog({
    schema: v.object({ name: label, expiry: comingDay }),
    defaultValues: { name: '', expiry: '' },
    fields: { expire_date: 'expiry' },
    send: ({ name, expiry }) =>
      confirmed(() =>
        result(api.POST('/user/access-key', { body: { name, expire_date: endOfDay(expiry) } })),
      ),
    onClose: made => (made ? onCreated(made) : onClose()),
    staysWhileSending: true,
  })
  return (
    <FormDialog
      form={form}
      title={t('keys.createTitle')}
      lead={t('keys.createLead')}
      action={t('keys.create')}
    >
      <FormField
        name="name"
        label={t('keys.nameField')}
        placeholder={t('keys.nameHint')}
        data-autofocus
        autoComplete="off"
        maxLength={100}
      />
      <ExpiryField />
    </FormDialog>
  )
}
