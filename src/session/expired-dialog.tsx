import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { selectCodeKind, selectStep } from '../../machines/authenticate/selectors.ts'
import { selectAuthenticate } from '../../machines/session/machine.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeForm } from './authenticate/code-form.tsx'
import { type AuthenticateFlow, useAuthenticateEvents } from './authenticate/flow.ts'
import { PasswordForm } from './authenticate/password-form.tsx'
import { sessionEvents, useSession, useUser } from './flow.ts'

/**
 * The session has ended while in use: signs in again in place, so that uploads and forms lose nothing. `children`: other
 * ways, below the password; the only ones where a sign-in at a provider is required.
 */
export default function ExpiredDialog({ children }: { children: ReactNode }) {
  const flow = useSession(selectAuthenticate)
  return flow && <Steps flow={flow}>{children}</Steps>
}

function Steps({ flow, children }: { flow: AuthenticateFlow; children: ReactNode }) {
  const t = useText()
  const { email, sso_required: onlyProvider } = useUser()
  const events = useAuthenticateEvents(flow)
  const step = useSelector(flow, selectStep)
  const recovery = useSelector(flow, selectCodeKind) === 'recovery'
  const otherAccount = (
    <Button variant="link" size="inline" alignSelf="center" onClick={sessionEvents.signOut}>
      {t('auth.otherAccount')}
    </Button>
  )
  if (onlyProvider)
    return (
      <Dialog open title={t('auth.expiredTitle')}>
        {children}
        {otherAccount}
      </Dialog>
    )
  const codeLead = t(recovery ? 'auth.recoveryLead' : 'auth.twoStepLead', { email })
  return (
    <Dialog open title={t('auth.expiredTitle')} lead={step === 'password' ? t('auth.expiredLead') : codeLead}>
      {step === 'password' ? (
        <>
          <PasswordForm flow={flow} email={email}>
            {otherAccount}
          </PasswordForm>
          {children}
        </>
      ) : (
        <>
          <CodeForm flow={flow} />
          <Button variant="link" size="inline" alignSelf="center" onClick={events.startOver}>
            {t('auth.backToPassword')}
          </Button>
        </>
      )}
    </Dialog>
  )
}
