import { useMemo } from 'react'
import { useSignInFlow } from './provider.tsx'

export function useSignInEvents() {
  const flow = useSignInFlow()
  return useMemo(
    () => ({
      submitPasswordChange: (currentPassword: string, newPassword: string) =>
        flow.send({ type: 'submit password change', currentPassword, newPassword }),
      submitPin: (pin: string) => flow.send({ type: 'submit pin', pin }),
      signOut: () => flow.send({ type: 'sign out' }),
    }),
    [flow],
  )
}
