import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { describeProperties } from '../../flows/kit/describe-properties.ts'
import { untyped, withBugs } from '../../flows/kit/flow.ts'
import { FlowWorld } from '../../flows/kit/flow-world.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import { pathIn } from '../../flows/kit/path-in-world.ts'
import type { Sentences } from '../../flows/kit/random-walk.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { sessionFlow } from './session.flow.ts'
import { formSentences } from './support/form-sentences.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const sessionOf = (world: FlowWorld) => world.root as Snapshot
const flow = withBugs(untyped(sessionFlow))
const authenticate = { machine: authenticateMachine, flow: withBugs(untyped(authenticateFlow)) }

const sentences: Sentences<FlowWorld> = {
  ...formSentences,

  'there is a user exactly while somebody is signed in': world => () =>
    expect(sessionOf(world).context.user !== null).toBe(sessionOf(world).matches('signedIn')),

  'an expired session keeps its user until somebody decides': world => {
    let before: string | null = null
    return () => {
      const { context } = sessionOf(world)
      const isExpired = sessionOf(world).matches({ signedIn: 'expired' })
      if (isExpired && before !== null) expect(context.user?.id).toBe(before)
      before = isExpired ? (context.user?.id ?? null) : null
    }
  },

  'it asks to authenticate in place exactly while the session is expired': world => () =>
    expect(sessionOf(world).children.authenticate !== undefined).toBe(
      sessionOf(world).matches({ signedIn: 'expired' }),
    ),

  'a sign-out is never refused while a session is active or expired': world => () => {
    const snapshot = sessionOf(world)
    if (snapshot.matches({ signedIn: 'active' }) || snapshot.matches({ signedIn: 'expired' }))
      expect(snapshot.can({ type: 'sign out' })).toBe(true)
  },

  'after the answer to a sign-out nobody is signed in, be it a failure': world => () => {
    if (world.last?.event.actorId === 'signOut') expect(sessionOf(world).matches('signedOut')).toBe(true)
  },

  'a failure is shown only where the server cannot be reached': world => () =>
    expect(sessionOf(world).context.failure !== null).toBe(sessionOf(world).matches('unreachable')),
}

describeProperties('session', {
  ...walksOf(sessionMachine, sessionFlow, sentences),
  open: () => new FlowWorld({ machine: sessionMachine, flow, children: { authenticate } }, undefined),
  openAgain: () => new FlowWorld({ machine: sessionMachine, flow }, undefined),
  pathOf: failed => pathIn('session', flow, failed),
})
