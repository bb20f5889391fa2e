import { useFormContext } from 'react-hook-form'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Field } from './field.tsx'

/** The field `phone` of a form. */
export function PhoneField() {
  const t = useText()
  const { register, formState } = useFormContext<{ phone: string }>()
  return (
    <Field
      label={t('people.phone')}
      type="tel"
      autoComplete="off"
      placeholder="0901 234 567"
      help={t('people.phoneHelp')}
      error={fieldText(t, formState.errors.phone)}
      {...register('phone')}
    />
  )
}
