import { useMemo } from 'react'
import type { SettingFlow } from './provider.ts'

export function useSettingEvents(flow: SettingFlow) {
  return useMemo(
    () => ({
      save: (value: unknown) => flow.send({ type: 'save', value }),
      saveYours: () => flow.send({ type: 'save yours' }),
      keepTheirs: () => flow.send({ type: 'keep theirs' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
