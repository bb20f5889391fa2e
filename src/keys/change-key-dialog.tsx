import { permissions } from '../../domain/permissions.ts'
import * as v from '../../domain/valibot.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { LimitFields, limitErrors, limitFields, limitOf } from './limit-fields.tsx'

type Props = { accessKey: AccessKey; confirmed: Confirmed; onClose: () => void }

export default function ChangeKeyDialog({ accessKey, confirmed, onClose }: Props) {
  const t = useText()
  const { access_key, name, permission, scope } = accessKey
  const form = useFormDialog({
    schema: v.object(limitFields),
    defaultValues: { limited: permission !== null, permission: permission ?? 'read', scope },
    fields: limitErrors,
    send: limit =>
      confirmed(() => result(api.PUT('/user/access-key', { body: { access_key, ...limitOf(limit) } }))),
    onSent: () => showToast('keys.enabled.toast', { about: name }),
    onClose,
    staysWhileSending: true,
  })
  return (
    <FormDialog
      form={form}
      title={t('keys.changeTitle', { name })}
      lead={t('keys.changeLead')}
      action={t('people.save')}
    >
      <LimitFields offered={permissions} />
    </FormDialog>
  )
}
