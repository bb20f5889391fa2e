import { comingDay, endOfDay } from '../../domain/expiry-day.ts'
import { label } from '../../domain/label.ts'
import { clientPermissions, permissions } from '../../domain/permissions.ts'
import * as v from '../../domain/valibot.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { PermissionField } from '../people/permission-field.tsx'
import { useUser } from '../session/flow.ts'
import type { MadeClient } from './new-client-dialog.tsx'

const permission = v.picklist([...permissions, 'accounts'], 'required')
const schema = v.object({ name: label, permission, expiry: comingDay })

type Props = {
  confirmed: Confirmed
  /** Called instead of `onClose` once the client exists: its token is shown only now. */
  onCreated: (made: MadeClient) => void
  onClose: () => void
}

export default function CreateClientDialog({ confirmed, onCreated, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const offered = clientPermissions(user)
  const form = useFormDialog({
    schema,
    defaultValues: { name: '', permission: offered[0]!, expiry: '' },
    fields: { expire_date: 'expiry' },
    send: ({ expiry, ...rest }) =>
      confirmed(() =>
        result(api.POST('/user/api-client', { body: { ...rest, expire_date: endOfDay(expiry) } })),
      ),
    onClose: made => (made ? onCreated(made) : onClose()),
    staysWhileSending: true,
  })
  return (
    <FormDialog
      form={form}
      title={t('clients.createTitle')}
      lead={t('clients.createLead')}
      action={t('clients.create')}
    >
      <FormField
        name="name"
        label={t('clients.nameField')}
        placeholder={t('clients.nameHint')}
        data-autofocus
        autoComplete="off"
      />
      <PermissionField offered={offered} />
      <ExpiryField />
    </FormDialog>
  )
}
