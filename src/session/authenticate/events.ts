import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type {
  AuthenticateEvent,
  authenticateMachine,
  CodeKind,
} from '../../../machines/authenticate/machine.ts'

export type AuthenticateFlow = ActorRefFrom<typeof authenticateMachine>

type Credentials = Omit<Extract<AuthenticateEvent, { type: 'submit credentials' }>, 'type'>

export function useAuthenticateEvents(flow: AuthenticateFlow) {
  return useMemo(
    () => ({
      submitCredentials: (credentials: Credentials) =>
        flow.send({ type: 'submit credentials', ...credentials }),
      chooseCodeKind: (kind: CodeKind) => flow.send({ type: 'choose code kind', kind }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
    }),
    [flow],
  )
}
