import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { code, codeOrRecoveryCode } from '../../../domain/code.ts'
import * as v from '../../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import { selectCodeKind, selectTimeForCode } from '../../../machines/authenticate/selectors.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { Form } from '../../forms/form.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'
import { type AuthenticateFlow, useAuthenticateEvents } from './flow.ts'

/** The code of the app, submitted as soon as it is complete, or a recovery code. */
export function CodeForm({ flow }: { flow: AuthenticateFlow }) {
  const t = useText()
  const events = useAuthenticateEvents(flow)
  const submitting = useSelector(flow, selectSubmitting)
  const failure = useSelector(flow, selectFailure)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const time = useSelector(flow, selectTimeForCode)
  const recovery = useSelector(flow, selectCodeKind) === 'recovery'
  const input = useRef<HTMLInputElement>(null)
  const [issue, setIssue] = useState<{ message: string }>()
  const refused = failure?.code === 'AUTH_CODE_INVALID'

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
    events.submitCode(output)
  }

  function switchKind() {
    if (input.current) input.current.value = ''
    input.current?.focus()
    setIssue(undefined)
    events.chooseCodeKind(recovery ? 'app' : 'recovery')
  }

  const wrong = refused ? t(recovery ? 'auth.recoveryInvalid' : 'error.AUTH_CODE_INVALID') : undefined
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {!refused && <FailureNotice failure={failure} />}
      <CodeField
        ref={input}
        recovery={recovery}
        alone
        label={t(recovery ? 'auth.recoveryCode' : 'auth.code')}
        help={recovery ? t('auth.recoveryHelp') : undefined}
        under={<TimeLeft time={time ?? 0} />}
        error={fieldText(t, issue) ?? wrong}
        autoFocus
        readOnly={submitting}
      />
      <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
        {t('auth.verify')}
      </Button>
      <Button variant="link" size="inline" alignSelf="center" disabled={submitting} onClick={switchKind}>
        {t(recovery ? 'auth.useAppCode' : 'auth.useRecoveryCode')}
      </Button>
    </Form>
  )
}

/** The seconds left of `time` (ms from the first rendering); nothing before its last minute. */
function TimeLeft({ time }: { time: number }) {
  const t = useText()
  const seconds = useSecondsLeft(time)
  if (seconds > 60) return null
  return (
    <chakra.span role="timer" textStyle="figures">
      {t('auth.secondsLeft', { seconds })}
    </chakra.span>
  )
}
