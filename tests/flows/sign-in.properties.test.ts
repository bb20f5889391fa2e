import { expect } from 'vitest'
import type { AnyActorRef, SnapshotFrom } from 'xstate'
import { requiredSteps, type SignInStep, signInOrder, signInSteps } from '../../domain/roles.ts'
import { describeProperties, type Properties } from '../../flows/kit/describe-properties.ts'
import { untyped, withBugs } from '../../flows/kit/flow.ts'
import { FlowWorld, turn, type Walkable } from '../../flows/kit/flow-world.ts'
import { pathIn } from '../../flows/kit/path-in-world.ts'
import type { Sentences } from '../../flows/kit/random-walk.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { type SessionEvent, sessionMachine } from '../../machines/session/machine.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { owner, withFirstPassword, withNothing, withoutPin } from '../machines/support/users.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { sessionFlow } from './session.flow.ts'
import { signInFlow } from './sign-in.flow.ts'
import { formSentences } from './support/form-sentences.ts'

type Snapshot = SnapshotFrom<typeof signInMachine>
type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

const flow = withBugs(untyped(signInFlow))
/** What happens to the session while the sign-in page is shown; the rest replaces the page. */
const beside = ['signed out', 'session expired']
const session = withBugs(untyped(sessionFlow))

/** The sign-in flow with the real authentication and the real session, joined as in `src/sign-in/flow.tsx`. */
class SignInWorld extends FlowWorld {
  session: AnyActorRef | null = null

  get user(): CurrentUser | null {
    return this.session && selectUser(this.session.getSnapshot() as SessionSnapshot)
  }

  get page(): Snapshot {
    return this.root as Snapshot
  }
}

const users = [owner, withFirstPassword, withNothing, withoutPin]
const signedInAs = (list: () => readonly CurrentUser[]) => ({
  ...authenticateFlow,
  outcomes: {
    signIn: {
      ...authenticateFlow.outcomes.signIn,
      ok: () => [...list().map(user => ({ ok: true, user }) as const), { ok: true, challenge } as const],
    },
    verifyCode: {
      ...authenticateFlow.outcomes.verifyCode,
      ok: () => list().map(user => ({ ok: true, user }) as const),
    },
  },
})
const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
const authenticationAs = (list: () => readonly CurrentUser[]): Walkable => ({
  machine: authenticateMachine,
  flow: withBugs(untyped<typeof authenticateMachine>(signedInAs(list))),
})

async function open(start: string, alone = false): Promise<SignInWorld> {
  const { user = null, notice = null } = signInFlow.starts[start] ?? {}
  let joined: SignInWorld | undefined
  const tell = (event: SessionEvent) => joined?.session?.send(event)
  const machine = signInMachine.provide({
    actions: {
      'report signed in': (_, { user }) => tell({ type: 'signed in', user }),
      'report step done': (_, { step }) => tell({ type: 'user changed', change: signInSteps[step].done }),
      'report signed out': () => tell({ type: 'signed out' }),
      'report sign-out failure': (_, { error }) => tell({ type: 'sign-out failed', error }),
    },
  })
  const children: Record<string, Walkable> = alone ? {} : { authenticate: authenticationAs(() => users) }
  // The page hears it from the session alone.
  const own = {
    ...flow,
    possible: (_: unknown, { type }: { type: string }) =>
      alone || (type !== 'signed out' && type !== 'user changed'),
  }
  const world = new SignInWorld({ machine, flow: own, children }, { user, notice })
  joined = world
  const sessionBeside: Walkable = {
    machine: sessionMachine,
    flow: {
      ...session,
      possible: (snapshot, { type }) =>
        !alone &&
        (type.startsWith('xstate.') ||
          (snapshot.matches('signedIn') && beside.includes(type)) ||
          // The dialog in place of the page offers it.
          (type === 'sign out' && snapshot.matches({ signedIn: 'expired' }))),
    },
    // Whoever authenticates in place is the same user; another one is a reload of the page.
    children: { authenticate: authenticationAs(() => (world.user ? [world.user] : [])) },
  }
  world.session = world.startBeside('session > ', sessionBeside, undefined)
  const restored = world.inFlight().find(({ id }) => id === 'restoreUser')
  restored?.end({ type: '', output: user ? { ok: true, user } : { ok: false, code: 'UNAUTHORIZED' } })
  await turn()
  world.session.subscribe(() => {
    if (world.rootActor.getSnapshot().status !== 'active') return
    const { user } = world
    world.rootActor.send(user ? { type: 'user changed', user } : { type: 'signed out' })
  })
  return world
}

/** The step that the page shows, if it is one of those after the credentials. */
const stepOf = (page: Snapshot): SignInStep | undefined => signInOrder.find(step => page.matches(step))
const withCredentials = ['changePassword', 'initPin']

const sentences: Sentences<SignInWorld> = {
  ...formSentences,

  'nobody is taken to the console while a step is left to do': world => () => {
    if (!world.page.matches('done')) return
    expect(world.user, 'the user').not.toBeNull()
    expect(requiredSteps(world.user!)).toEqual([])
  },

  'once signed out, no call goes out with credentials': world => () => {
    const calls = world.inFlight().filter(({ src }) => withCredentials.includes(src))
    if (world.user === null) expect(calls.map(({ src }) => src)).toEqual([])
  },

  'the page asks for what the session says is left, and for nothing else': world => () => {
    const step = stepOf(world.page)
    if (step) expect(requiredSteps(world.user!)).toEqual(world.page.context.required)
    if (step) expect(world.page.context.required?.[0]).toBe(step)
  },

  'a step once done is not asked for again before the next sign-in': world => {
    let done = new Set<SignInStep>()
    let before: SignInStep | undefined
    return () => {
      const step = stepOf(world.page)
      if (world.page.context.required === null) done = new Set()
      else if (before && step !== before) done.add(before)
      if (step) expect(done.has(step)).toBe(false)
      before = step
    }
  },

  'every step takes a sign-out, at any time': world => () => {
    if (stepOf(world.page)) expect(world.page.can({ type: 'sign out' })).toBe(true)
  },

  'signing out ends at the sign-in form, even if the call fails': world => () => {
    const { last } = world
    if (last?.actor !== world.rootActor || last.event.actorId !== 'signOut') return
    expect(world.page.matches('authenticating')).toBe(true)
    expect([world.user, world.page.context.failure]).toEqual([null, null])
  },

  'the sign-in form is shown exactly while the page knows nobody': world => () => {
    expect(world.page.matches('authenticating')).toBe(world.page.children.authenticate !== undefined)
    if (world.page.matches('authenticating')) expect(world.page.context.required).toBeNull()
    else expect(world.page.context.required !== null || world.page.matches('signingOut')).toBe(true)
  },

  'whose session has ended is told so': world => () => {
    const { event } = world.last ?? {}
    const refused = (event?.output as { code?: string } | undefined)?.code === 'UNAUTHORIZED'
    if (refused && world.last?.actor === world.rootActor)
      expect(world.page.context.notice).toBe('session ended')
  },

  'who signs in is the user of the session': world => () => {
    const { event, actor, hasEnded } = world.last ?? {}
    const signedIn = (event?.output as { user?: CurrentUser } | undefined)?.user
    if (signedIn && hasEnded && !world.isBeside(actor!)) expect(world.user).toEqual(signedIn)
  },
}

const properties: Properties<SignInWorld> = {
  starts: Object.keys(signInFlow.starts),
  open: start => open(start),
  openAgain: start => open(start, true),
  sentences,
  pathOf: failed => pathIn('sign-in', flow, failed),
}
describeProperties('sign-in', properties)
