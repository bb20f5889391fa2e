import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { nextStep, type SignInStep, signInOrder } from '../../domain/roles.ts'
import { describeProperties } from '../../flows/kit/describe-properties.ts'
import { untyped, withBugs } from '../../flows/kit/flow.ts'
import { FlowWorld, type Walkable } from '../../flows/kit/flow-world.ts'
import { walksOf } from '../../flows/kit/open-flow.ts'
import { pathIn } from '../../flows/kit/path-in-world.ts'
import type { Sentences } from '../../flows/kit/random-walk.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { selectExpired, selectUser, sessionMachine } from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { owner, somebodyElse, withFirstPassword, withNothing, withoutPin } from '../machines/support/users.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { sessionFlow } from './session.flow.ts'
import { formSentences } from './support/form-sentences.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const sessionOf = (world: FlowWorld) => world.root as Snapshot
const flow = withBugs(untyped(sessionFlow))

const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
/** The real authentication, in which one of these users signs in. */
const authenticationAs = (users: () => readonly CurrentUser[]): Walkable => ({
  machine: authenticateMachine,
  flow: withBugs(
    untyped<typeof authenticateMachine>({
      ...authenticateFlow,
      outcomes: {
        signIn: {
          ...authenticateFlow.outcomes.signIn,
          ok: () => [...users().map(user => ({ ok: true, user }) as const), { ok: true, challenge } as const],
        },
        signInByPasskey: {
          ...authenticateFlow.outcomes.signInByPasskey,
          ok: () => [
            ...users().map(user => ({ ok: true, user }) as const),
            { ok: true, user: null } as const,
          ],
        },
        verifyCode: {
          ...authenticateFlow.outcomes.verifyCode,
          ok: () => users().map(user => ({ ok: true, user }) as const),
        },
      },
    }),
  ),
})

function open(): FlowWorld {
  const users = () => {
    const user = selectUser(sessionOf(world))
    return user ? [user, somebodyElse] : [owner, withFirstPassword, withNothing, withoutPin]
  }
  const world = new FlowWorld(
    { machine: sessionMachine, flow, children: { authenticate: authenticationAs(users) } },
    undefined,
  )
  return world
}

/** The step that the page shows, if it is one of those after the credentials. */
const stepOf = (snapshot: Snapshot): SignInStep | undefined =>
  signInOrder.find(step => snapshot.matches({ signedIn: { open: { steps: step } } }))

const sentences: Sentences<FlowWorld> = {
  ...formSentences,

  'there is a user exactly while somebody is signed in': world => () =>
    expect(sessionOf(world).context.user !== null).toBe(sessionOf(world).matches('signedIn')),

  'an expired session keeps its user until somebody decides': world => {
    let before: string | null = null
    return () => {
      const { context } = sessionOf(world)
      const isExpired = selectExpired(sessionOf(world))
      if (isExpired && before !== null) expect(context.user?.id).toBe(before)
      before = isExpired ? (context.user?.id ?? null) : null
    }
  },

  'it asks to authenticate exactly while nobody is signed in or the session is expired': world => () =>
    expect(sessionOf(world).children.authenticate !== undefined).toBe(
      sessionOf(world).matches('signedOut') || selectExpired(sessionOf(world)),
    ),

  'a sign-out is never refused while a session is open': world => () => {
    if (sessionOf(world).matches({ signedIn: 'open' }))
      expect(sessionOf(world).can({ type: 'sign out' })).toBe(true)
  },

  'after the answer to a sign-out nobody is signed in, be it a failure': world => () => {
    const { actor, event } = world.last ?? {}
    if (actor === world.rootActor && event?.actorId === 'signOut')
      expect(sessionOf(world).matches('signedOut')).toBe(true)
  },

  'a failure is shown only where the server cannot be reached, or at a step': world => () => {
    const session = sessionOf(world)
    if (session.matches('unreachable')) expect(session.context.failure).not.toBeNull()
    else if (!stepOf(session)) expect(session.context.failure).toBeNull()
  },

  'the page asks for what is left of the user, and for nothing else': world => () => {
    const { user } = sessionOf(world).context
    if (user && sessionOf(world).matches({ signedIn: 'open' }))
      expect(stepOf(sessionOf(world)) ?? null).toBe(nextStep(user))
  },

  'a step once done is not asked for again, unless the user is read or signs in': world => {
    let done = new Set<SignInStep>()
    let before: SignInStep | undefined
    return () => {
      const step = stepOf(sessionOf(world))
      const output = world.last?.event.output
      const isRead = typeof output === 'object' && output !== null && 'user' in output
      if (isRead || sessionOf(world).context.user === null) done = new Set()
      else if (before && step !== before) done.add(before)
      if (step) expect(done.has(step)).toBe(false)
      before = step
    }
  },

  'no step is sent without a user': world => () => {
    const calls = world.inFlight().filter(({ src }) => src === 'changePassword' || src === 'initPin')
    if (sessionOf(world).context.user === null) expect(calls).toEqual([])
  },

  'whose session has ended at a step is told so': world => () => {
    const { event, actor, before } = world.last ?? {}
    const code = (event?.output as { code?: string } | undefined)?.code
    const wasAtStep = before && actor === world.rootActor && stepOf(before as Snapshot)
    const wasRefused = code === 'UNAUTHORIZED' && /^(changePassword|initPin)$/.test(event?.actorId ?? '')
    if (wasAtStep && (wasRefused || event?.type === 'signed out'))
      expect(sessionOf(world).context.notice).toBe('session ended')
  },

  'who signs in is the user of the session, unless it was the session of another user: then that is read':
    world => {
      let before: string | null = null
      return () => {
        const { event, hasEnded } = world.last ?? {}
        const signedIn = (event?.output as { user?: CurrentUser } | undefined)?.user
        const { user } = sessionOf(world).context
        if (signedIn && hasEnded && before !== null && before !== signedIn.id)
          expect(sessionOf(world).matches('restoring')).toBe(true)
        else if (signedIn && hasEnded) expect(user).toEqual(signedIn)
        before = user?.id ?? null
      }
    },
}

describeProperties('session', {
  ...walksOf(sessionMachine, sessionFlow, sentences),
  open,
  openAgain: () => new FlowWorld({ machine: sessionMachine, flow }, undefined),
  pathOf: failed => pathIn('session', flow, failed),
})
