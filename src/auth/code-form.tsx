import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { code, codeOrRecoveryCode } from '../../domain/code.ts'
import { codeDigits } from '../../domain/limits.ts'
import type { FailureCode } from '../../machines/failure.ts'
import { issueText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { FormFailure } from './form-failure.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  submitting: boolean
  failure: { code: FailureCode; requestId?: string | null } | null
  waitingTime: number | null
  /** Ms that the step may take from its first showing. */
  time: number
  onSubmit(code: string): void
}

/** The second step of signing in: the code of the app, sent as soon as it is whole, or a recovery code. */
export function CodeForm({ submitting, failure, waitingTime, time, onSubmit }: Props) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [recovery, setRecovery] = useState(false)
  const [value, setValue] = useState('')
  const [issue, setIssue] = useState<string>()

  useEffect(() => {
    if (failure?.code === 'AUTH_CODE_INVALID') input.current?.select()
  }, [failure])

  function submit(text: string) {
    if (submitting || waitingTime !== null) return
    const { success, output, issues } = v.safeParse(recovery ? codeOrRecoveryCode : code, text)
    setIssue(issues?.[0].message)
    if (success) onSubmit(output)
    else input.current?.focus()
  }

  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    if (recovery) return setValue(currentTarget.value)
    const digits = currentTarget.value.replace(/\D/g, '').slice(0, codeDigits)
    setValue(digits)
    if (digits.length === codeDigits) submit(digits)
  }

  function switchWay() {
    setRecovery(!recovery)
    setValue('')
    setIssue(undefined)
    input.current?.focus()
  }

  const wrong =
    failure?.code !== 'AUTH_CODE_INVALID'
      ? undefined
      : recovery
        ? t('auth.recoveryInvalid')
        : issueText(t, failure.code)
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        submit(value)
      }}
    >
      <FormFailure failure={failure} waitingTime={waitingTime} ofFields={['AUTH_CODE_INVALID']} />
      <Field
        ref={input}
        label={t(recovery ? 'auth.recoveryCode' : 'auth.code')}
        help={recovery ? t('auth.recoveryHelp') : <TimeLeft time={time} />}
        error={issueText(t, issue) ?? wrong}
        type="text"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        readOnly={submitting}
        value={value}
        onChange={change}
        textStyle="figures"
        fontSize="20px"
        letterSpacing={recovery ? '0.08em' : '0.3em'}
      />
      <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
        {t('auth.verify')}
      </Button>
      <Button variant="link" size="inline" alignSelf="center" onClick={switchWay}>
        {t(recovery ? 'auth.useAppCode' : 'auth.useRecoveryCode')}
      </Button>
    </Form>
  )
}
