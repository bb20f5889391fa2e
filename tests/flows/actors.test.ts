import { afterAll, beforeAll, vi } from 'vitest'
import { authenticateFlow } from './authenticate.flow.ts'
import { confirmIdentityActors } from './confirm-identity.actors.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { authenticateActors, passwordResetActors, sessionActors } from './entry.actors.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { pinActors } from './pin.actors.ts'
import { pinFlow } from './pin.flow.ts'
import { sessionFlow } from './session.flow.ts'
import { startWorld, stopWorld } from './support/actor-world.ts'
import { describeActors } from './support/describe-actors.ts'

import { twoStepActors } from './two-step.actors.ts'
import { twoStepFlow } from './two-step.flow.ts'

// The client of the API keeps the class that it finds when it is loaded.
vi.hoisted(() => {
  const { Request } = globalThis
  globalThis.Request = class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
})
vi.mock('../../src/shell/toast.ts', () => ({
  showToast: () => undefined,
  toastEvents: { dismiss: () => undefined },
}))

beforeAll(startWorld)
afterAll(stopWorld)

describeActors('pin', pinFlow, pinActors)
describeActors('two-step', twoStepFlow, twoStepActors)
describeActors('confirm-identity', confirmIdentityFlow, confirmIdentityActors)
describeActors('password-reset', passwordResetFlow, passwordResetActors)
describeActors('authenticate', authenticateFlow, authenticateActors)
describeActors('session', sessionFlow, sessionActors)
