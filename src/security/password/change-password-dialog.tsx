import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import {
  type PasswordChange,
  type PasswordRule,
  passwordChange,
  passwordRules,
} from '../../../domain/password.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'
import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { Form } from '../../forms/form.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { RuleList } from '../../forms/rule-list.tsx'
import { useClosing } from '../../forms/use-closing.ts'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { worthAsking } from '../../forms/worth-asking.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/session.ts'
import { showToast } from '../../shell/shell.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { sessionsKey } from '../queries.ts'

const rules = Object.keys(passwordRules) as PasswordRule[]
const fieldOf = { CURRENT_PASSWORD_INCORRECT: 'current', PASSWORD_REUSED: 'next' } as const

/** Changes the password; the user's other sessions are ended with it. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const user = useUser()
  const { open, close, onExited } = useClosing(onClose)
  const { register, handleSubmit, setError, clearErrors, setFocus, control, formState } =
    useForm<PasswordChange>({
      resolver: valibotResolver(passwordChange),
      defaultValues: { current: '', next: '', confirm: '' },
    })
  const next = useWatch({ control, name: 'next' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: PasswordChange) =>
      dataOf(
        api.PUT('/user/change-password', {
          body: { current_password: form.current, new_password: form.next },
        }),
      ),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sessionsKey })
      showToast('auth.passwordChanged')
      close()
    },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, error?.failure ?? null, fieldOf)

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      title={t('security.changePassword')}
      lead={t('security.changePasswordLead')}
    >
      <Form onSubmit={handleSubmit(form => mutate(form))}>
        <FailureNotice failure={formFailure} />
        <input type="text" hidden autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label={t('auth.currentPassword')}
          data-autofocus
          autoComplete="current-password"
          error={fieldText(t, formState.errors.current)}
          {...register('current')}
        />
        <chakra.div display="flex" flexDirection="column" gap="3">
          <PasswordField
            label={t('auth.newPassword')}
            autoComplete="new-password"
            error={fieldText(t, formState.errors.next)}
            {...register('next')}
          />
          <RuleList
            label={t('auth.rulesLabel')}
            rules={rules.map(id => ({ id, text: t(`auth.rule.${id}`), kept: passwordRules[id](next) }))}
          />
        </chakra.div>
        <PasswordField
          label={t('auth.confirmPassword')}
          autoComplete="new-password"
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm')}
        />
        <DialogButtons>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="main" loading={isPending}>
            {t('security.changePassword')}
          </Button>
        </DialogButtons>
      </Form>
    </FormDialog>
  )
}
