import { useText } from '../i18n/text.ts'
import { FormField } from './form-field.tsx'

export function PhoneField() {
  const t = useText()
  return (
    <FormField
      name="phone"
      label={t('people.phone')}
      type="tel"
      autoComplete="off"
      placeholder="0901 234 567"
      help={t('people.phoneHelp')}
    />
  )
}
