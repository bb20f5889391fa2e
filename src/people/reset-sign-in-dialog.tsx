import { chakra } from '@chakra-ui/react'
import { signInPartsOf, signInReset } from '../../domain/sign-in-reset.ts'
import type { SignInPart, TemporaryPassword } from '../../openapi/schema.ts'
import type { ApiResult } from '../api/result.ts'
import { useConfirmed } from '../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox } from '../forms/form-field.tsx'
import { Legend } from '../forms/radio-card.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import type { FirstSignIn } from './hand-over-dialog.tsx'

type Props = {
  name: string
  email: string
  send: (parts: SignInPart[]) => Promise<ApiResult<TemporaryPassword>>
  /** Called instead of `onClose` when a temporary password must be shown. */
  onMade: (made: FirstSignIn) => void
  onClose: () => void
}

/** Resets the sign-in of a user who has lost it. */
export default function ResetSignInDialog({ name, email, send, onMade, onClose }: Props) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const form = useFormDialog({
    schema: signInReset,
    defaultValues: { password: false, pin: false, twoStep: false },
    send: values => confirmed(() => send(signInPartsOf(values))),
    onSent: () => showToast('people.reset.toast', { about: name }),
    onClose(made) {
      if (made?.password) onMade({ name, email, password: made.password, temporary: true })
      else onClose()
    },
    staysWhileSending: true,
  })
  return (
    <>
      <FormDialog
        form={form}
        danger
        title={t('people.resetTitle', { name })}
        lead={t('people.resetLead', { email })}
        action={t('people.resetDo')}
      >
        <chakra.fieldset minW="0">
          <Legend>{t('people.resetParts')}</Legend>
          <chakra.div display="flex" flexDirection="column" gap="3">
            <FormCheckbox
              name="password"
              data-autofocus
              label={t('people.resetPassword')}
              help={t('people.resetPasswordHelp')}
            />
            <FormCheckbox name="pin" label={t('people.resetPin')} help={t('people.resetPinHelp')} />
            <FormCheckbox
              name="twoStep"
              label={t('people.resetTwoStep')}
              help={t('people.resetTwoStepHelp')}
            />
          </chakra.div>
        </chakra.fieldset>
      </FormDialog>
      {confirmation}
    </>
  )
}
