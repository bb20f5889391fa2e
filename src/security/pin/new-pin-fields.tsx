import { FormPasswordField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'

export function NewPinFields() {
  const t = useText()
  return (
    <>
      <FormPasswordField
        name="next"
        label={t('security.newPin')}
        autoComplete="off"
        help={t('auth.pinHelp')}
      />
      <FormPasswordField name="confirm" label={t('security.confirmNewPin')} autoComplete="off" />
    </>
  )
}
