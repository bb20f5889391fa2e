import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import { lazyDialog } from '../ui/lazy.tsx'
import { Read } from '../ui/read.tsx'
import { ConfirmingRows } from './confirming-rows.tsx'
import { useMethodSecurity } from './queries.ts'
import { SettingRowsSkeleton } from './setting-rows.tsx'
import { SigningInRows } from './signing-in-rows.tsx'

const ChangePasswordDialog = lazyDialog(() => import('./password/change-password-dialog.tsx'))
const PinDialog = lazyDialog(() => import('./pin/pin-dialog.tsx'))
const TwoStepDialog = lazyDialog(() => import('./two-step/two-step-dialog.tsx'))

type Asked = 'password' | 'pin' | TwoStepTask

/** How the user signs in and confirms protected acts. */
export default function SignInSection() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)

  return (
    <chakra.div display="flex" flexDirection="column" gap="8">
      <Read
        of={useMethodSecurity()}
        failed="security.failed"
        skeleton={
          <>
            <SettingRowsSkeleton rows={2} />
            <SettingRowsSkeleton rows={2} />
          </>
        }
      >
        {method => (
          <>
            <SigningInRows method={method} onPassword={() => setAsked('password')} onTask={setAsked} />
            <ConfirmingRows method={method} onPin={() => setAsked('pin')} onTask={setAsked} />
          </>
        )}
      </Read>
      {asked === 'password' && <ChangePasswordDialog onClose={close} />}
      {asked === 'pin' && <PinDialog onClose={close} />}
      {asked && typeof asked === 'object' && <TwoStepDialog task={asked} onClose={close} />}
    </chakra.div>
  )
}
