import { type PasswordRule, passwordRules } from '../../domain/password.ts'
import { useText } from '../i18n/text.ts'
import { RuleList } from './rule-list.tsx'

const rules = Object.keys(passwordRules) as PasswordRule[]

/** What a new password needs, ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = useText()
  return (
    <RuleList
      label={t('auth.rulesLabel')}
      rules={rules.map(id => ({ id, text: t(`auth.rule.${id}`), kept: passwordRules[id](password) }))}
    />
  )
}
