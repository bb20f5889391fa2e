import { chakra } from '@chakra-ui/react'
import { Dices } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { generatePassword } from '../../domain/generate-password.ts'
import { type PasswordRule, passwordRules } from '../../domain/password.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { RuleList } from '../forms/rule-list.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type Form = { password: string; confirm: string }

const rules = Object.keys(passwordRules) as PasswordRule[]

/** The fields `password` and `confirm` of a form, and a password out of the dice, which is shown. */
export function FirstPasswordFields() {
  const t = useText()
  const { register, setValue, clearErrors, formState } = useFormContext<Form>()
  const password = useWatch<Form, 'password'>({ name: 'password' })
  const [generated, setGenerated] = useState<string | null>(null)

  function generate() {
    const made = generatePassword()
    setValue('password', made)
    setValue('confirm', made)
    clearErrors(['password', 'confirm'])
    setGenerated(made)
  }

  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <PasswordField
        label={t('people.password')}
        autoComplete="new-password"
        error={fieldText(t, formState.errors.password)}
        help={t('people.passwordHelp')}
        {...register('password')}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <Button size="sm" onClick={generate}>
          <Dices />
          {t('people.generate')}
        </Button>
        <chakra.span aria-live="polite" srOnly>
          {generated !== null && t('people.generated')}
        </chakra.span>
        {generated !== null && generated === password && (
          <chakra.span display="inline-flex" alignItems="center" gap="1" minW="0">
            <chakra.code fontFamily="mono" textStyle="body" userSelect="all" overflowWrap="anywhere">
              {generated}
            </chakra.code>
            <CopyButton
              value={generated}
              label={t('people.handOver.copyOne', { what: t('people.password') })}
            />
          </chakra.span>
        )}
      </chakra.div>
      <RuleList
        label={t('auth.rulesLabel')}
        rules={rules.map(id => ({ id, text: t(`auth.rule.${id}`), kept: passwordRules[id](password) }))}
      />
      <chakra.div mt="2">
        <PasswordField
          label={t('people.confirmPassword')}
          autoComplete="new-password"
          error={fieldText(t, formState.errors.confirm)}
          {...register('confirm')}
        />
      </chakra.div>
    </chakra.div>
  )
}
