import { useSelector } from '@xstate/react'
import {
  createActor,
  type EventObject,
  fromCallback,
  type NonReducibleUnknown,
  type SnapshotFrom,
  waitFor,
} from 'xstate'
import { type SignInStep, signInSteps } from '../../domain/roles.ts'
import { actor } from '../../machines/actor.ts'
import { selectScreen, selectUser, sessionMachine } from '../../machines/session/machine.ts'
import type {
  PasswordChangeAttempt,
  PinAttempt,
  SessionEvent,
  UserRead,
} from '../../machines/session/setup.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import {
  api,
  apiFailingFast,
  identifyCalls,
  onDenied,
  onSessionExpired,
  tokens,
  transport,
} from '../api/client.ts'
import { result } from '../api/result.ts'
import { parseStoredToken, tokenKey } from '../api/tokens.ts'
import type { MessageId } from '../i18n/messages.ts'
import { navigate } from '../shell/navigate.ts'
import { showToast, toastEvents } from '../shell/toast.ts'
import { pathOf } from '../site/base-path.ts'
import { brand } from '../site/brand.ts'
import { storageName } from '../site/installation.ts'
import { signal } from '../site/signal.ts'
import { authenticate } from './authenticate/flow.ts'
import { notePlace, onwardAddress } from './next-address.ts'

const hour = 3_600_000
/** Informs the other tabs of this browser that the user has done a required step; a channel does not receive its own messages. */
const channel = new BroadcastChannel(storageName('session'))

/** A user without a username counts as signed out: the sign-in page follows (specification, section 2). */
export async function loadUser(): Promise<UserRead['output']> {
  const kept = tokens.read()
  if (!kept) return { ok: false, code: 'UNAUTHORIZED' }
  const outcome = await result(apiFailingFast.GET('/user'))
  if (outcome.ok) {
    const { id, username } = outcome.data
    if (username === '') return { ok: false, code: 'UNAUTHORIZED' }
    // The cookie decides which user a tab has; with another user's token every call would be refused.
    if (kept.user !== id && tokens.read()?.token === kept.token) tokens.write({ ...kept, user: id })
    return { ok: true, user: outcome.data }
  }
  return outcome
}

/**
 * Also leads to the sign-out of the provider by which the session began. Rejects if the server has not confirmed it.
 * Aborted by the next sign-in, whose cookie and token a late answer would
 * remove.
 */
export async function signOut(_: unknown, signal: AbortSignal): Promise<void> {
  const away = brand.sso && (await result(apiFailingFast.GET('/auth/sso/sign-out', { signal })))
  const outcome = await result(apiFailingFast.POST('/auth/logout', { signal }))
  signal.throwIfAborted()
  tokens.clear()
  if (!outcome.ok && outcome.code !== 'UNAUTHORIZED') throw new Error(`Logout failed: ${outcome.code}`)
  if (away?.ok && away.data.url) location.assign(away.data.url)
}

export async function changePassword(
  input: PasswordChangeAttempt['input'],
): Promise<PasswordChangeAttempt['output']> {
  const body = { current_password: input.currentPassword, new_password: input.newPassword }
  return result(api.PUT('/user/change-password', { body }))
}

export async function initPin(body: PinAttempt['input']): Promise<PinAttempt['output']> {
  return result(api.PUT('/user/init-pin', { body }))
}

const doneMessages: Record<SignInStep, MessageId> = {
  passwordChange: 'auth.passwordChanged',
  pinSetUp: 'auth.pinSet',
  twoStepSetUp: 'security.toast.secondStep',
}

/** The addresses of the sign-in page and of the required steps; from others, such as those of links, nobody is taken. */
const entrance: readonly string[] = ['/', ...Object.values(signInSteps).map(({ route }) => route)]

/**
 * Reports expiry, events of other tabs, and when the user may have changed: a call was refused, or an hour has passed.
 */
export const watchSession = fromCallback<EventObject, NonReducibleUnknown, SessionEvent>(({ sendBack }) => {
  const followStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== tokenKey && key !== null) return
    if (newValue === null) return sendBack({ type: 'signed out' })
    const kept = parseStoredToken(newValue)
    if (kept) sendBack({ type: 'signed in elsewhere', user: kept.user })
  }
  channel.onmessage = () => sendBack({ type: 'signed in elsewhere', user: '' })
  const timer = setInterval(() => {
    // A hidden tab must not keep the session alive.
    if (document.visibilityState === 'visible') sendBack({ type: 'reload user' })
  }, hour)
  const stops = [
    onSessionExpired(() => sendBack({ type: 'session expired' })),
    onDenied(() => sendBack({ type: 'reload user' })),
  ]
  addEventListener('storage', followStorage)
  return () => {
    removeEventListener('storage', followStorage)
    channel.onmessage = null
    clearInterval(timer)
    for (const stop of stops) stop()
  }
})

const forgetting = signal()

/** Calls the listener when loaded data must be dropped, as the next user must not see it. Returns how to unsubscribe. */
export const onForget = forgetting.on

/** The single actor of the session. */
export const session = createActor(
  sessionMachine.provide({
    actors: {
      loadUser: actor(loadUser),
      authenticate,
      changePassword: actor(changePassword),
      initPin: actor(initPin),
      signOut: actor(signOut),
      watchSession,
    },
    actions: {
      'resume calls': transport.resume,
      'reject calls': transport.reject,
      'forget what was loaded'() {
        toastEvents.dismiss()
        forgetting.emit()
      },
      'leave page'(_, { user }) {
        notePlace(user)
        navigate('/', { replace: true })
      },
      'go on to the requested address'(_, { user }) {
        if (!entrance.includes(pathOf(location.pathname))) return
        navigate(onwardAddress(location.search, user), { replace: true })
      },
      'report step done'(_, { step }) {
        showToast(doneMessages[step])
        channel.postMessage(null)
      },
      'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
    },
  }),
)

/** Starts the session: reads who is signed in; from then on only that user's calls are sent. */
export function startSession(): void {
  identifyCalls(() => selectUser(session.getSnapshot())?.id ?? null)
  session.start()
}

export function useSession<Value>(selector: (snapshot: SnapshotFrom<typeof sessionMachine>) => Value): Value {
  return useSelector(session, selector)
}

/** The signed-in user. Only for views of signed-in users: throws if nobody is signed in. */
export function useUser(): CurrentUser {
  const user = useSession(selectUser)
  if (!user) throw new Error('A view of signed-in users is shown to nobody')
  return user
}

/** Ends the session that is open in this page, whether of the user whose link was opened or of another one. */
export async function signOutHere(): Promise<void> {
  await waitFor(session, snapshot => selectScreen(snapshot) !== 'loading')
  if (selectScreen(session.getSnapshot()) === 'unreachable') return tokens.clear()
  sessionEvents.signOut()
  await waitFor(session, snapshot => selectScreen(snapshot) === 'sign-in')
}

export const sessionEvents = {
  submitPasswordChange: (currentPassword: string, newPassword: string) =>
    session.send({ type: 'submit password change', currentPassword, newPassword }),
  submitPin: (pin: string) => session.send({ type: 'submit pin', pin }),
  secondStepIsSet: () => session.send({ type: 'second step is set' }),
  signOut: () => session.send({ type: 'sign out' }),
  leaveSignIn: () => session.send({ type: 'sign-in left' }),
  retry: () => session.send({ type: 'retry' }),
  reloadUser: () => session.send({ type: 'reload user' }),
  passwordReset: () => session.send({ type: 'password reset' }),
}
