import { chakra } from '@chakra-ui/react'
import { Dices } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { waysToFirstPassword } from '../../domain/first-password.ts'
import { generatePassword } from '../../domain/generate-password.ts'
import { FormPasswordField } from '../forms/form-field.tsx'
import { PasswordRules } from '../forms/new-password-fields.tsx'
import { Legend, RadioCard } from '../forms/radio-card.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'

type Form = { how: (typeof waysToFirstPassword)[number]; password: string; confirm: string }

/** The form field `how`: by invitation, or manually, labelled `byHand`. */
export function FirstPasswordChoice({
  byHand,
  children,
}: {
  byHand: { label: string; lead: string }
  children?: ReactNode
}) {
  const t = useText()
  const { register } = useFormContext<Form>()
  const invitation = { label: t('people.first.invitation'), lead: t('people.firstLead.invitation') }
  const words = { invitation, password: byHand }
  return (
    <chakra.fieldset minW="0">
      <Legend>{t('people.firstPassword')}</Legend>
      <chakra.div display="grid" gap="2">
        {waysToFirstPassword.map(way => (
          <RadioCard key={way} value={way} {...words[way]} {...register('how')} />
        ))}
      </chakra.div>
      {children}
    </chakra.fieldset>
  )
}

/** The same, with the fields of a password. */
export function FirstPasswordFields() {
  const t = useText()
  const how = useWatch<Form, 'how'>({ name: 'how' })
  return (
    <FirstPasswordChoice byHand={{ label: t('people.first.password'), lead: t('people.firstLead.password') }}>
      {how === 'password' && (
        <chakra.div mt="4">
          <PasswordByHand />
        </chakra.div>
      )}
    </FirstPasswordChoice>
  )
}

/** The form fields `password` and `confirm`, and a button that generates and shows a password. */
function PasswordByHand() {
  const t = useText()
  const { setValue, clearErrors } = useFormContext<Form>()
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
      <FormPasswordField
        name="password"
        label={t('people.password')}
        autoComplete="new-password"
        help={t('people.passwordHelp')}
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
      <PasswordRules password={password} />
      <chakra.div mt="2">
        <FormPasswordField name="confirm" label={t('people.confirmPassword')} autoComplete="new-password" />
      </chakra.div>
    </chakra.div>
  )
}
