import { chakra } from '@chakra-ui/react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type PasswordRule, passwordRules } from '../../domain/password.ts'
import { useText } from '../i18n/text.ts'
import { FormPasswordField } from './form-field.tsx'
import { RuleList } from './rule-list.tsx'

const rules = Object.keys(passwordRules) as PasswordRule[]

/** The requirements for a new password, ticked while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = useText()
  return (
    <RuleList
      label={t('auth.rulesLabel')}
      rules={rules.map(id => ({ id, text: t(`auth.rule.${id}`), kept: passwordRules[id](password) }))}
    />
  )
}

/** The form fields `next` and `confirm`, with the password requirements. */
export function NewPasswordFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useText()
  const { control } = useFormContext<{ next: string }>()
  const next = useWatch({ control, name: 'next' })
  return (
    <>
      <chakra.div display="flex" flexDirection="column" gap="3">
        <FormPasswordField
          name="next"
          label={t('auth.newPassword')}
          autoComplete="new-password"
          autoFocus={autoFocus}
        />
        <PasswordRules password={next} />
      </chakra.div>
      <FormPasswordField name="confirm" label={t('auth.confirmPassword')} autoComplete="new-password" />
    </>
  )
}
