import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { EntryHeading } from '../../entry/entry-layout.tsx'
import { useText } from '../../i18n/text.ts'
import { sessionEvents, useUser } from '../../session/flow.ts'
import { OtherAccount } from '../../sign-in/other-account.tsx'
import { Button } from '../../ui/button.tsx'
import AddPasskeyDialog from '../passkeys/add-passkey-dialog.tsx'
import { obstacleHere } from '../passkeys/obstacle.ts'
import TwoStepDialog from './two-step-dialog.tsx'

/** The step after signing in of a user whose account requires a second step: a passkey or an authenticator app. */
export default function RequiredSetUp() {
  const t = useText()
  const [open, setOpen] = useState<'passkey' | 'app' | null>(null)
  // Where a provider is required, a passkey does not sign in, so it is no second step.
  const bySso = useUser().sso_required
  const obstacle = bySso ? 'passkeys.notWithSso' : obstacleHere()
  const close = () => setOpen(null)
  return (
    <>
      <EntryHeading
        title={t('security.requiredTitle')}
        lead={t(bySso ? 'security.requiredLeadSso' : 'security.requiredLead')}
      />
      <chakra.div display="flex" flexDirection="column" gap="3">
        {!obstacle && (
          <Button variant="main" wide onClick={() => setOpen('passkey')}>
            {t('passkeys.add')}
          </Button>
        )}
        <Button variant={obstacle ? 'main' : undefined} wide onClick={() => setOpen('app')}>
          {t('security.requiredSetUp')}
        </Button>
        {obstacle && (
          <chakra.p color="fg.muted" textStyle="small">
            {t(obstacle)}
          </chakra.p>
        )}
      </chakra.div>
      <OtherAccount />
      {open === 'passkey' && <AddPasskeyDialog onDone={sessionEvents.secondStepIsSet} onClose={close} />}
      {open === 'app' && (
        <TwoStepDialog task={{ name: 'switch on' }} onDone={sessionEvents.secondStepIsSet} onClose={close} />
      )}
    </>
  )
}
