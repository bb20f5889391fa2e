import { chakra } from '@chakra-ui/react'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectEmail, selectTimeToNextMail } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useSecondsLeft } from '../ui/use-seconds-left.ts'
import { useReset, useResetEvents } from './flow.tsx'

/** Where to look for the mail, whether or not one was sent: this must not reveal who has an account. */
export function MailSent() {
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
        title={<PageTitle large>{t('auth.sentTitle')}</PageTitle>}
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
