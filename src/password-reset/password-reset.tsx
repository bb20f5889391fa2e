import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { email } from '../../domain/email.ts'
import { passwordReset } from '../../domain/password.ts'
import * as v from '../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectEmail, selectScreen, selectTimeToNextMail } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { FormField } from '../forms/form-field.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { useSecondsLeft } from '../ui/use-seconds-left.ts'
import { PasswordResetFlow, useReset, useResetEvents } from './flow.tsx'

/** The screens of a forgotten password and of an invitation, open to everyone, signed in or not. */
export default function PasswordReset() {
  return (
    <PasswordResetFlow>
      <Screen />
    </PasswordResetFlow>
  )
}

function Screen() {
  const screen = useReset(selectScreen)
  if (screen === 'checking') return <ScreenLoading />
  return (
    <>
      <View screen={screen} />
      <WayOut />
    </>
  )
}

function View({ screen }: { screen: Exclude<ReturnType<typeof selectScreen>, 'checking'> }) {
  const invited = useLocation()[0] === '/invitation'
  if (screen === 'request') return <ForgotPassword />
  if (screen === 'sent') return <MailSent />
  return screen === 'link invalid' ? <LinkInvalid invited={invited} /> : <ResetPassword invited={invited} />
}

/** The opened link is invalid: offers to request another one. */
function LinkInvalid({ invited }: { invited: boolean }) {
  const t = useText()
  const events = useResetEvents()
  return (
    <>
      <EntryHeading
        title={t('auth.linkInvalidTitle')}
        lead={t(invited ? 'auth.invitationInvalidLead' : 'auth.linkInvalidLead')}
      />
      <Button variant="main" wide onClick={events.requestAnotherLink}>
        {t('auth.requestAgain')}
      </Button>
    </>
  )
}

const address = v.object({ email })

function ForgotPassword() {
  const t = useText()
  const events = useResetEvents()
  const submitting = useReset(selectSubmitting)
  const failure = useReset(selectFailure)
  const waitingTime = useReset(selectWaitingTime)
  const form = useForm({
    resolver: valibotResolver(address),
    defaultValues: { email: useReset(selectEmail) },
  })
  return (
    <>
      <EntryHeading focus={false} title={t('auth.forgotPassword')} lead={t('auth.forgotLead')} />
      <FlowForm form={form} onSubmit={({ email }) => events.submitAddress(email)} failure={failure}>
        <FormField
          name="email"
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" variant="main" wide mt="2" loading={submitting} disabled={waitingTime !== null}>
          {t('auth.sendLink')}
        </Button>
      </FlowForm>
    </>
  )
}

/** Where to look for the mail, whether or not one was sent: this must not reveal who has an account. */
function MailSent() {
  const t = useText()
  const events = useResetEvents()
  const email = useReset(selectEmail)
  const sending = useReset(selectSubmitting)
  const failure = useReset(selectFailure)
  const waitingTime = useReset(selectWaitingTime)
  const timeToNext = useReset(selectTimeToNextMail)
  return (
    <>
      <EntryHeading
        title={t('auth.sentTitle')}
        lead={<chakra.span overflowWrap="anywhere">{t('auth.sentLead', { email })}</chakra.span>}
      />
      <chakra.div display="flex" flexDirection="column" gap="5">
        <chakra.div display="flex" flexDirection="column" gap="2" color="fg.muted">
          <p>{t('auth.sentInbox')}</p>
          <p>{t('auth.sentOnce')}</p>
        </chakra.div>
        <FailureNotice failure={failure} />
        <chakra.div display="flex" flexDirection="column" gap="3" mt="2">
          <Button wide loading={sending} disabled={timeToNext !== null} onClick={events.resend}>
            {t('auth.sendAgain')}
          </Button>
          {timeToNext !== null && waitingTime === null && <NextMail time={timeToNext} />}
        </chakra.div>
        <Button variant="link" size="inline" alignSelf="center" onClick={events.useAnotherAddress}>
          {t('auth.otherAddress')}
        </Button>
      </chakra.div>
    </>
  )
}

function NextMail({ time }: { time: number }) {
  const t = useText()
  return (
    <chakra.p
      role="timer"
      textStyle="small"
      color="fg.muted"
      textAlign="center"
      fontVariantNumeric="tabular-nums"
    >
      {t('auth.sendAgainLater', { seconds: useSecondsLeft(time) })}
    </chakra.p>
  )
}

/** Sets a new password by the opened link, or the first one by an invitation. */
function ResetPassword({ invited }: { invited: boolean }) {
  const t = useText()
  const events = useResetEvents()
  const email = useReset(selectEmail)
  const submitting = useReset(selectSubmitting)
  const form = useForm({
    resolver: valibotResolver(passwordReset),
    defaultValues: { next: '', confirm: '' },
  })
  return (
    <>
      <EntryHeading
        focus={false}
        title={t(invited ? 'auth.invitedTitle' : 'auth.resetTitle')}
        lead={t(invited ? 'auth.invitedLead' : 'auth.resetLead')}
      />
      <FlowForm
        form={form}
        onSubmit={({ next }) => events.submitPassword(next)}
        failure={useReset(selectFailure)}
        fields={{ PASSWORD_REUSED: 'next', new_password: 'next' }}
      >
        {email && (
          <>
            <input type="text" hidden autoComplete="username" value={email} readOnly />
            <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
              {t('auth.account', { email })}
            </chakra.p>
          </>
        )}
        <NewPasswordFields autoFocus />
        <Button type="submit" variant="main" wide mt="2" loading={submitting}>
          {t('auth.setPassword')}
        </Button>
      </FlowForm>
    </>
  )
}
