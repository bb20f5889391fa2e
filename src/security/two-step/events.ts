import { useMemo } from 'react'
import type { TwoStepFlow } from './provider.ts'

export function useTwoStepEvents(flow: TwoStepFlow) {
  return useMemo(
    () => ({
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
      submitProof: (proof: string) => flow.send({ type: 'submit proof', proof }),
      acknowledgeCodes: (acknowledged: boolean) => flow.send({ type: 'acknowledge codes', acknowledged }),
      finish: () => flow.send({ type: 'finish' }),
    }),
    [flow],
  )
}
