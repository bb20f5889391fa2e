import { useMemo } from 'react'
import type { PinFlow } from './provider.ts'

export function usePinEvents(flow: PinFlow) {
  return useMemo(
    () => ({
      submitChange: (pin: string, newPin: string) => flow.send({ type: 'submit change', pin, newPin }),
      forgotPin: () => flow.send({ type: 'forgot pin' }),
      rememberPin: () => flow.send({ type: 'remember pin' }),
      requestCode: () => flow.send({ type: 'request code' }),
      submitReset: (code: string, newPin: string) => flow.send({ type: 'submit reset', code, newPin }),
    }),
    [flow],
  )
}
