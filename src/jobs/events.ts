import { useMemo } from 'react'
import type { JobFlow } from './provider.ts'

export function useJobEvents(flow: JobFlow) {
  return useMemo(
    () => ({
      cancel: () => flow.send({ type: 'cancel' }),
      showFailures: () => flow.send({ type: 'show failures' }),
      hideFailures: () => flow.send({ type: 'hide failures' }),
      retry: () => flow.send({ type: 'retry' }),
      dismiss: () => flow.send({ type: 'dismiss' }),
    }),
    [flow],
  )
}
