import { useSelector } from '@xstate/react'
import {
  createActor,
  type EventObject,
  fromCallback,
  type NonReducibleUnknown,
  type SnapshotFrom,
} from 'xstate'
import { actor } from '../../machines/actor.ts'
import { type SessionEvent, sessionMachine, type UserRead } from '../../machines/session/machine.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import {
  apiFailingFast,
  identifyCalls,
  onDenied,
  onSessionExpired,
  tokens,
  transport,
} from '../api/client.ts'
import { result } from '../api/result.ts'
import { parseStoredToken, tokenKey } from '../api/tokens.ts'
import { navigate } from '../shell/navigate.ts'
import { toastEvents } from '../shell/toast.ts'
import { storageName } from '../site/installation.ts'
import { signal } from '../site/signal.ts'
import { authenticate } from './authenticate/flow.ts'
import { notePlace } from './next-address.ts'

const hour = 3_600_000
/** A channel does not receive its own messages. */
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
 * Rejects if the server has not confirmed it. Aborted by the next sign-in, whose cookie and token a late answer would
 * remove.
 */
export async function signOut(_: unknown, signal: AbortSignal): Promise<void> {
  const outcome = await result(apiFailingFast.POST('/auth/logout', { signal }))
  signal.throwIfAborted()
  tokens.clear()
  if (!outcome.ok && outcome.code !== 'UNAUTHORIZED') throw new Error(`Logout failed: ${outcome.code}`)
}

/** Informs the other tabs of this browser that the user has set a required password or PIN. */
export function tellUserChanged(): void {
  channel.postMessage(null)
}

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
    actors: { loadUser: actor(loadUser), authenticate, signOut: actor(signOut), watchSession },
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

export const sessionEvents = {
  signOut: () => session.send({ type: 'sign out' }),
  retry: () => session.send({ type: 'retry' }),
  reloadUser: () => session.send({ type: 'reload user' }),
  passwordReset: () => session.send({ type: 'password reset' }),
  noticeTaken: () => session.send({ type: 'notice taken' }),
  signedIn: (user: CurrentUser) => session.send({ type: 'signed in', user }),
  userChanged: (change: Partial<CurrentUser>) => session.send({ type: 'user changed', change }),
  signedOut: () => session.send({ type: 'signed out' }),
  signOutFailed: (error: unknown) => session.send({ type: 'sign-out failed', error }),
}
