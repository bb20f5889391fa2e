import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { twoStepMachine } from '../../../machines/two-step/machine.ts'
import { selectDone } from '../../../machines/two-step/selectors.ts'
import type {
  SetUpBeginning,
  SetUpConfirmation,
  TaskAttempt,
  TwoStepTask,
} from '../../../machines/two-step/types.ts'
import { beginSetUp, carryOut, confirmSetUp } from '../outside.ts'

const machine = twoStepMachine.provide({
  actors: {
    beginSetUp: fromPromise<SetUpBeginning['output'], SetUpBeginning['input']>(({ input }) =>
      beginSetUp(input),
    ),
    confirmSetUp: fromPromise<SetUpConfirmation['output'], SetUpConfirmation['input']>(({ input }) =>
      confirmSetUp(input),
    ),
    carryOut: fromPromise<TaskAttempt['output'], TaskAttempt['input']>(({ input }) => carryOut(input)),
  },
})

export type TwoStepFlow = ActorRefFrom<typeof twoStepMachine>

/** Runs a task of two-step verification while a dialog shows it. `onEnd` is told whether it is done. */
export function useTwoStepFlow(task: TwoStepTask, onEnd: (done: boolean) => void): TwoStepFlow {
  const flow = useActorRef(machine, { input: { task } })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => end(selectDone(flow.getSnapshot())) })
    return () => subscription.unsubscribe()
  }, [flow])
  return flow
}

export function useTwoStepEvents(flow: TwoStepFlow) {
  return useMemo(
    () => ({
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      beginAgain: () => flow.send({ type: 'begin again' }),
      submitProof: (proof: string) => flow.send({ type: 'submit proof', proof }),
      sayCodesAreKept: (kept: boolean) => flow.send({ type: 'say codes are kept', kept }),
      finish: () => flow.send({ type: 'finish' }),
    }),
    [flow],
  )
}
