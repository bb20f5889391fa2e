import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { authenticateMachine } from '../../../machines/authenticate/machine.ts'
import type { CodeKind } from '../../../machines/authenticate/types.ts'

export type AuthenticateFlow = ActorRefFrom<typeof authenticateMachine>

export function useAuthenticateEvents(flow: AuthenticateFlow) {
  return useMemo(
    () => ({
      submitCredentials: (username: string, password: string) =>
        flow.send({ type: 'submit credentials', username, password }),
      chooseCodeKind: (kind: CodeKind) => flow.send({ type: 'choose code kind', kind }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
    }),
    [flow],
  )
}
