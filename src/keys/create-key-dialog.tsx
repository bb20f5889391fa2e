import { comingDay, endOfDay } from '../../domain/expiry-day.ts'
import { label } from '../../domain/label.ts'
import { includes, permissions } from '../../domain/permissions.ts'
import * as v from '../../domain/valibot.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { useUser } from '../session/flow.ts'
import { LimitFields, limitErrors, limitFields, limitOf } from './limit-fields.tsx'

type Props = {
  confirmed: Confirmed
  /** Called instead of `onClose` once the key exists: its secret is shown only now. */
  onCreated: (made: { key: AccessKey; secret_key: string }) => void
  onClose: () => void
}

export default function CreateKeyDialog({ confirmed, onCreated, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const offered = permissions.filter(permission => includes(user.permission, permission))
  const form = useFormDialog({
    schema: v.object({ name: label, expiry: comingDay, ...limitFields }),
    defaultValues: { name: '', expiry: '', limited: false, permission: offered[0]!, scope: null },
    fields: { expire_date: 'expiry', ...limitErrors },
    send({ name, expiry, ...rest }) {
      const { permission, scope } = limitOf(rest)
      const limit = permission === null ? {} : { permission, scope }
      const body = { name, expire_date: endOfDay(expiry), ...limit }
      return confirmed(() => result(api.POST('/user/access-key', { body })))
    },
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
      />
      <LimitFields offered={offered} />
      <ExpiryField />
    </FormDialog>
  )
}
