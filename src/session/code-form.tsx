import { useEffect, useRef, useState } from 'react'
import { code, codeOrRecoveryCode } from '../../domain/code.ts'
import * as v from '../../domain/valibot.ts'
import type { Failure } from '../../machines/failure.ts'
import { CodeField } from '../forms/code-field.tsx'
import { Form } from '../forms/form.tsx'
import { TimeLeft } from '../forms/time-left.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

type Props = {
  /** Whether a recovery code is asked for in place of the app's. */
  recovery: boolean
  onRecovery(recovery: boolean): void
  submitting: boolean
  failure: Failure | null
  waitingTime: number | null
  /** Ms that the step may take from its first showing. */
  time: number
  onSubmit(code: string): void
}

/** The second step of signing in: the code of the app, sent as soon as it is whole, or a recovery code. */
export function CodeForm({ recovery, onRecovery, submitting, failure, waitingTime, time, onSubmit }: Props) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [issue, setIssue] = useState<{ message: string }>()
  const [sent, setSent] = useState<'code' | 'recovery code'>()
  const asked = recovery ? 'recovery code' : 'code'

  useEffect(() => {
    if (failure?.code === 'AUTH_CODE_INVALID') input.current?.select()
  }, [failure])

  function submit() {
    if (submitting || waitingTime !== null) return
    const { success, output, issues } = v.safeParse(
      recovery ? codeOrRecoveryCode : code,
      input.current?.value ?? '',
    )
    setIssue(issues?.[0])
    if (!success) return input.current?.focus()
    setSent(asked)
    onSubmit(output)
  }

  function switchWay() {
    if (input.current) input.current.value = ''
    input.current?.focus()
    setIssue(undefined)
    onRecovery(!recovery)
  }

  const refused = failure?.code === 'AUTH_CODE_INVALID' && sent === asked
  const wrong = refused ? t(recovery ? 'auth.recoveryInvalid' : 'error.AUTH_CODE_INVALID') : undefined
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {failure?.code !== 'AUTH_CODE_INVALID' && <FailureNotice failure={failure} />}
      <CodeField
        ref={input}
        recovery={recovery}
        alone
        label={t(recovery ? 'auth.recoveryCode' : 'auth.code')}
        help={recovery ? t('auth.recoveryHelp') : undefined}
        under={<TimeLeft time={time} />}
        error={fieldText(t, issue) ?? wrong}
        autoFocus
        readOnly={submitting}
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
