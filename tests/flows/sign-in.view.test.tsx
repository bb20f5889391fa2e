// @vitest-environment happy-dom
import { vi } from 'vitest'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { sessionEvents } from '../../src/session/flow.ts'
import { owner } from '../machines/support/users.ts'
import { signInFlow } from './sign-in.flow.ts'
import { signInPlay } from './sign-in.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openAfterReset, openApp, signInOnPage } from './support/entry-view.tsx'
import { end } from './support/held-actors.ts'
import { signOutElsewhere, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))

await describeFlowInView('sign-in', signInMachine, signInFlow, {
  play: signInPlay,
  async open(start) {
    const { user, notice } = signInFlow.starts[start]!
    if (notice === 'password reset') await openAfterReset()
    else await openApp(user === owner ? '/bucket-management' : '/', user)
  },
  events: {
    'authenticate: done': (_, { output }) => signInOnPage((output as AuthenticateOutput).user),
    async 'user changed'(_, event) {
      const { user } = event as unknown as { user: CurrentUser }
      sessionEvents.reloadUser()
      await until(() => end({ actorId: 'reloadUser', output: { ok: true, user } }))
    },
    'signed out': signOutElsewhere,
  },
})
