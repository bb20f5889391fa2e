import { useMemo } from 'react'
import type { PickerFlow } from './provider.ts'

export function usePickerEvents(flow: PickerFlow) {
  return useMemo(
    () => ({
      open: () => flow.send({ type: 'open' }),
      close: () => flow.send({ type: 'close' }),
      type: (path: string) => flow.send({ type: 'type', path }),
      enter: (path: string) => flow.send({ type: 'enter', path }),
      choose: (path: string) => flow.send({ type: 'choose', path }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
