import { afterAll, beforeAll, vi } from 'vitest'
import { pinActors } from './pin.actors.ts'
import { pinFlow } from './pin.flow.ts'
import { startWorld, stopWorld } from './support/actor-world.ts'
import { describeActors } from './support/describe-actors.ts'

// The client of the API keeps the class that it finds when it is loaded.
vi.hoisted(() => {
  const { Request } = globalThis
  globalThis.Request = class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
})
vi.mock('../../src/shell/shell.ts', () => ({ showToast: () => undefined, shellEvents: {} }))

beforeAll(startWorld)
afterAll(stopWorld)

describeActors('pin', pinFlow, pinActors)
