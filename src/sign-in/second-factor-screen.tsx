import { useSelector } from '@xstate/react'
import { selectCodeKind, selectUsername } from '../../machines/authenticate/selectors.ts'
import { EntryFoot, EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { CodeForm } from '../session/authenticate/code-form.tsx'
import { type AuthenticateFlow, useAuthenticateEvents } from '../session/authenticate/flow.ts'
import { Button } from '../ui/button.tsx'

export default function TwoStepStep({ flow }: { flow: AuthenticateFlow }) {
  const t = useText()
  const events = useAuthenticateEvents(flow)
  const email = useSelector(flow, selectUsername)
  const recovery = useSelector(flow, selectCodeKind) === 'recovery'
  return (
    <>
      <EntryHeading
        focus={false}
        title={t('auth.twoStepTitle')}
        lead={t(recovery ? 'auth.recoveryLead' : 'auth.twoStepLead', { email })}
      />
      <CodeForm flow={flow} />
      <EntryFoot>
        <Button variant="link" size="inline" onClick={events.startOver}>
          {t('auth.backToSignIn')}
        </Button>
      </EntryFoot>
    </>
  )
}
