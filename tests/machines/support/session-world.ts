import { createActor, fromCallback, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import {
  authenticateMachine,
  type CodeAttempt,
  type SignInAttempt,
} from '../../../machines/authenticate/machine.ts'
import { selectAuthenticate, sessionMachine } from '../../../machines/session/machine.ts'
import type {
  PasswordChangeAttempt,
  PinAttempt,
  SessionEvent,
  UserRead,
} from '../../../machines/session/setup.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { patience } from '../../support/patience.ts'
import { answering } from './answers.ts'
import { owner } from './users.ts'

/** What each call of a session answers, in order. */
export type World = {
  loadUser?: (UserRead['output'] | Error)[]
  signIn?: (SignInAttempt['output'] | Error)[]
  verifyCode?: (CodeAttempt['output'] | Error)[]
  changePassword?: (PasswordChangeAttempt['output'] | Error)[]
  initPin?: (PinAttempt['output'] | Promise<PinAttempt['output']> | Error)[]
  signOut?: (undefined | Error)[]
}

type State = Parameters<SnapshotFrom<typeof sessionMachine>['matches']>[0]

export const active = { signedIn: { open: { validity: 'active' } } } as const
export const known = { signedIn: { open: { validity: { active: 'idle' } } } } as const
export const expired = { signedIn: { open: { validity: 'expired' } } } as const
export const atStep = (step: 'passwordChange' | 'pinSetUp', state = 'editing') =>
  ({ signedIn: { open: { steps: { [step]: state } } } }) as State

/** A page that is opened; `did`: the actions, in order. */
export function open(world: World) {
  const loadUser = answering<UserRead['output'], unknown>(...(world.loadUser ?? []))
  const signIn = answering<SignInAttempt['output'], SignInAttempt['input']>(...(world.signIn ?? []))
  const verifyCode = answering<CodeAttempt['output'], CodeAttempt['input']>(...(world.verifyCode ?? []))
  const changePassword = answering<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
    ...(world.changePassword ?? []),
  )
  const initPin = answering<PinAttempt['output'], PinAttempt['input']>(...(world.initPin ?? []))
  const signOut = answering<void, unknown>(...(world.signOut ?? []))
  const did: unknown[] = []
  let tell = (_event: SessionEvent): void => undefined
  const clock = new SimulatedClock()
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadUser: loadUser.actor,
        authenticate: authenticateMachine.provide({
          actors: { signIn: signIn.actor, verifyCode: verifyCode.actor },
        }),
        changePassword: changePassword.actor,
        initPin: initPin.actor,
        signOut: signOut.actor,
        watchSession: fromCallback(({ sendBack }) => {
          tell = sendBack
        }),
      },
      actions: {
        'resume calls': () => did.push('resume'),
        'reject calls': () => did.push('reject'),
        'forget what was loaded': () => did.push('forget'),
        'leave page': (_, { user }) => did.push(`leave as ${user}`),
        'go on to the requested address': (_, { user }) => did.push(`go on as ${user}`),
        'report step done': (_, { step }) => did.push(`${step} is done`),
        'log sign-out failure': (_, { error }) => did.push(error),
      },
    }),
    { clock },
  ).start()
  const reach = (state: State) => waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  const authentication = () => {
    const child = selectAuthenticate(actor.getSnapshot())
    if (!child) throw new Error('No authentication runs')
    return child
  }
  return {
    actor,
    authentication,
    clock,
    reach,
    did,
    tell: (event: SessionEvent) => tell(event),
    asked: {
      loadUser: loadUser.asked,
      signIn: signIn.asked,
      changePassword: changePassword.asked,
      initPin: initPin.asked,
      signOut: signOut.asked,
    },
  }
}

/** A page that finds this user signed in; `did` begins there. */
export async function openAs(user: CurrentUser, world: World = {}) {
  const opened = open({ ...world, loadUser: [{ ok: true, user }, ...(world.loadUser ?? [])] })
  await opened.reach('signedIn')
  opened.did.length = 0
  return opened
}

/** A session that has expired; `did` begins there. */
export async function openExpired(world: World) {
  const opened = await openAs(owner, world)
  opened.tell({ type: 'session expired' })
  return opened
}

/** What is done where a session of `owner` ends. */
export const ended = ['reject', 'forget', `leave as ${owner.id}`]
export const wentOn = `go on as ${owner.id}`
export const elsewhere = (user: string) => ({ type: 'signed in elsewhere', user }) as const
export const credentials = {
  type: 'submit credentials',
  username: owner.username,
  password: 'Vuon-tao#1',
} as const
