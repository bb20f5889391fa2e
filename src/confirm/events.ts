import { useMemo } from 'react'
import type { ConfirmFlow } from './provider.ts'

export function useConfirmEvents(flow: ConfirmFlow) {
  return useMemo(
    () => ({
      submit: (pin: string) => flow.send({ type: 'submit', pin }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  )
}
