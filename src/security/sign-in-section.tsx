import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import { useText } from '../i18n/text.ts'
import { FailureState } from '../ui/failure-state.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
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
  const t = useText()
  const { data, error, refetch, isFetching } = useMethodSecurity()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)

  if (!data && error) {
    return (
      <FailureState
        title={t('security.failed')}
        failure={error.failure}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="8">
      {data ? (
        <>
          <SigningInRows method={data} onPassword={() => setAsked('password')} onTask={setAsked} />
          <ConfirmingRows method={data} onPin={() => setAsked('pin')} onTask={setAsked} />
        </>
      ) : (
        <>
          <SettingRowsSkeleton rows={2} />
          <SettingRowsSkeleton rows={2} />
        </>
      )}
      {asked === 'password' && <ChangePasswordDialog onClose={close} />}
      {asked === 'pin' && <PinDialog onClose={close} />}
      {asked && typeof asked === 'object' && <TwoStepDialog task={asked} onClose={close} />}
    </chakra.div>
  )
}
