import type { ComponentProps, ComponentType } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Checkbox } from './checkbox.tsx'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'
import { PasswordField } from './password-field.tsx'

/** `Base` for the form's field `name`, with its error message. */
function inForm<Props extends { error?: string | undefined }>(Base: ComponentType<Props>) {
  return function InForm({ name, ...props }: Omit<Props, 'name'> & { name: string }) {
    const t = useText()
    const { register, formState } = useFormContext()
    const message = fieldText(t, get(formState.errors, name))
    return <Base {...(props as unknown as Props)} error={props.error ?? message} {...register(name)} />
  }
}

export const FormField = inForm<ComponentProps<typeof Field>>(Field)
export const FormPasswordField = inForm<ComponentProps<typeof PasswordField>>(PasswordField)
export const FormCodeField = inForm<ComponentProps<typeof CodeField>>(CodeField)
export const FormCheckbox = inForm<ComponentProps<typeof Checkbox>>(Checkbox)

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
