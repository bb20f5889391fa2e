import { useState } from 'react'
import { EntryHeading } from '../../entry/entry-layout.tsx'
import { useText } from '../../i18n/text.ts'
import { sessionEvents } from '../../session/flow.ts'
import { OtherAccount } from '../../sign-in/other-account.tsx'
import { Button } from '../../ui/button.tsx'
import TwoStepDialog from './two-step-dialog.tsx'

/** The step after signing in of a user whose account requires two-step verification. */
export default function RequiredSetUp() {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <EntryHeading title={t('security.requiredTitle')} lead={t('security.requiredLead')} />
      <Button variant="main" wide onClick={() => setOpen(true)}>
        {t('security.requiredSetUp')}
      </Button>
      <OtherAccount />
      {open && (
        <TwoStepDialog
          task={{ name: 'switch on' }}
          onDone={sessionEvents.twoStepIsOn}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
