import { passwordChange } from '../../domain/password.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormPasswordField } from '../forms/form-field.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { showToast } from '../shell/toast.ts'

/** Changes the password; the user's other sessions are ended with it. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const user = useUser()
  const form = useFormDialog({
    schema: passwordChange,
    defaultValues: { current: '', next: '', confirm: '' },
    fields: { CURRENT_PASSWORD_INCORRECT: 'current', PASSWORD_REUSED: 'next', new_password: 'next' },
    send: ({ current, next }) =>
      result(api.PUT('/user/change-password', { body: { current_password: current, new_password: next } })),
    onSent() {
      showToast('auth.passwordChanged')
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('security.changePassword')}
      lead={t('security.changePasswordLead')}
      action={t('security.changePassword')}
    >
      <input type="text" hidden autoComplete="username" value={user.email} readOnly />
      <FormPasswordField
        name="current"
        label={t('auth.currentPassword')}
        data-autofocus
        autoComplete="current-password"
      />
      <NewPasswordFields />
    </FormDialog>
  )
}
