import { endOfDay } from '../../../domain/expiry-day.ts'
import { phoneOf } from '../../../domain/phone.ts'
import { subUserForm } from '../../../domain/sub-user.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Column, Columns } from '../../forms/form.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField, PhoneField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { ExpiryField } from '../expiry-field.tsx'
import { FirstPasswordFields } from '../first-password-fields.tsx'
import { useSubUserGroups } from '../groups/use-groups.ts'
import type { FirstSignIn } from '../hand-over-dialog.tsx'
import { RightsFields } from '../rights-fields.tsx'

type Props = {
  onClose: () => void
  /** Called instead of `onClose` when a first password must be shown. */
  onMade: (made: FirstSignIn) => void
}

export default function CreateSubUserDialog({ onClose, onMade }: Props) {
  const t = useText()
  const { data: groups } = useSubUserGroups()
  const form = useFormDialog({
    schema: subUserForm,
    defaultValues: {
      fullName: '',
      email: '',
      group: '',
      permission: 'read',
      scope: null,
      how: 'invitation',
      password: '',
      confirm: '',
      phone: '',
      expiry: '',
    },
    fields: {
      ...{ EMAIL_TAKEN: 'email', USER_TAKEN: 'email', expire_date: 'expiry' },
      ...{ BUCKET_NOT_FOUND: 'scope', SCOPE_TOO_LARGE: 'scope' },
      ...{ GROUP_NOT_FOUND: 'group', RIGHTS_OF_GROUP: 'group' },
    },
    async send({ how, password: typed, confirm: _, phone, expiry, group, permission, scope, ...rest }) {
      const password = how === 'password' ? typed : null
      const first = password === null ? {} : { password }
      const of = groups?.find(({ id }) => id === group)
      const rights = of
        ? { permission: of.permission, scope: of.scope, group_id: of.id }
        : { permission, scope }
      const body = { ...rest, ...rights, ...first, phone: phoneOf(phone), expire_date: endOfDay(expiry) }
      const outcome = await result(api.POST('/user-management', { body }))
      return outcome.ok ? { ok: true, data: { ...outcome.data, password } } : outcome
    },
    onSent({ fullName, password }) {
      showToast(password === null ? 'people.invited.toast' : 'people.created.toast', { about: fullName })
    },
    onClose(made) {
      if (made?.password) onMade({ name: made.fullName, email: made.email, password: made.password })
      else onClose()
    },
    staysWhileSending: true,
  })
  return (
    <FormDialog
      form={form}
      size="large"
      title={t('people.createTitle')}
      lead={t('people.createLead')}
      action={t('people.create')}
    >
      <Columns>
        <Column>
          <FormField name="fullName" label={t('people.fullName')} data-autofocus autoComplete="off" />
          <FormField name="email" label={t('people.email')} type="email" autoComplete="off" />
          <PhoneField />
          <FirstPasswordFields />
        </Column>
        <Column>
          <RightsFields />
          <ExpiryField />
        </Column>
      </Columns>
    </FormDialog>
  )
}
