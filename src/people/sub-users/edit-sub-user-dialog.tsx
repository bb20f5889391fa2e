import { dayOf, endOfDay } from '../../../domain/expiry-day.ts'
import { phoneOf, phoneText } from '../../../domain/phone.ts'
import { subUserChange } from '../../../domain/sub-user.ts'
import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Field } from '../../forms/field.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField, PhoneField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { BegunDownloads } from '../begun-downloads.tsx'
import { ExpiryField } from '../expiry-field.tsx'
import { RightsFields } from '../rights-fields.tsx'

/** Changes a sub-user's name, rights, phone and expiry. */
export default function EditSubUserDialog({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useText()
  const form = useFormDialog({
    schema: subUserChange,
    defaultValues: {
      fullName: user.fullName,
      group: user.group?.id ?? '',
      permission: user.permission,
      scope: user.scope,
      phone: phoneText(user.phone),
      expiry: dayOf(user.expire_date),
    },
    fields: {
      expire_date: 'expiry',
      ...{ BUCKET_NOT_FOUND: 'scope', SCOPE_TOO_LARGE: 'scope' },
      ...{ GROUP_NOT_FOUND: 'group', RIGHTS_OF_GROUP: 'group' },
    },
    async send({ fullName, group, permission, scope, phone, expiry }, changed) {
      const outcome = await result(
        api.PUT('/user-management', {
          body: {
            id: user.id,
            fullName,
            ...(changed.group && { group_id: group || null }),
            ...(group === '' && { permission, ...((changed.scope || changed.group) && { scope }) }),
            ...(changed.phone && { phone: phoneOf(phone) }),
            ...(changed.expiry && { expire_date: endOfDay(expiry) }),
          },
        }),
      )
      return outcome
    },
    onSent() {
      showToast('people.changed.toast', { about: user.fullName })
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('people.editTitle', { name: user.fullName })}
      lead={t('people.editLead')}
      action={t('people.save')}
    >
      <FormField name="fullName" label={t('people.fullName')} data-autofocus autoComplete="off" />
      <Field
        label={t('people.email')}
        value={user.email}
        readOnly
        help={t('people.emailFixed')}
        bg="bg.muted"
        color="fg.muted"
        borderColor="line.strong"
      />
      <RightsFields current={user.group} />
      <PhoneField />
      <ExpiryField />
      <BegunDownloads />
    </FormDialog>
  )
}
