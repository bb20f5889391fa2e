import { useMemo } from 'react'
import type { Refusal } from '../../machines/preview/machine.ts'
import type { PreviewFlow } from './provider.ts'

export function usePreviewEvents(flow: PreviewFlow) {
  return useMemo(
    () => ({
      drawn: () => flow.send({ type: 'drawn' }),
      refused: (reason: Refusal) => flow.send({ type: 'refused', reason }),
      playing: () => flow.send({ type: 'playing' }),
      streamBroken: () => flow.send({ type: 'stream broken' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
