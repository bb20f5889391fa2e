import { useState } from 'react'
import {
  selectFailure,
  selectSubmitting,
  selectTimeForCode,
  selectUsername,
  selectWaitingTime,
} from '../../machines/sign-in/selectors.ts'
import { EntryFoot, EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { CodeForm } from '../session/code-form.tsx'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useSignIn, useSignInEvents } from './provider.tsx'

/** The second step of a sign-in, of a user who has switched two-step verification on. */
export default function TwoStepStep() {
  const t = useText()
  const events = useSignInEvents()
  const email = useSignIn(selectUsername)
  const submitting = useSignIn(selectSubmitting)
  const failure = useSignIn(selectFailure)
  const waitingTime = useSignIn(selectWaitingTime)
  const time = useSignIn(selectTimeForCode)
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      <EntryHeading
        title={
          <PageTitle large focus={false}>
            {t('auth.twoStepTitle')}
          </PageTitle>
        }
        lead={t(recovery ? 'auth.recoveryLead' : 'auth.twoStepLead', { email })}
      />
      <CodeForm
        recovery={recovery}
        onRecovery={setRecovery}
        submitting={submitting}
        failure={failure}
        waitingTime={waitingTime}
        time={time ?? 0}
        onSubmit={events.submitCode}
      />
      <EntryFoot>
        <Button variant="link" size="inline" onClick={events.startOver}>
          {t('auth.backToSignIn')}
        </Button>
      </EntryFoot>
    </>
  )
}
