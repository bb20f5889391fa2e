import { useSelector } from '@xstate/react'
import { navigate } from 'wouter/use-browser-location'
import { createActor, type SnapshotFrom } from 'xstate'
import { landing } from '../../domain/roles.ts'
import { actor } from '../../machines/actor.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { selectExpired, selectSession, selectUser } from '../../machines/session/selectors.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { onSessionExpired, setCurrentUsername, transport } from '../api/client.ts'
import { parseStoredToken, tokenKey } from '../api/tokens.ts'
import { loadUser, signIn, signOut, verifyCode } from './actors.ts'

const forgetting = new Set<() => void>()

/** Calls `listener` when what one user has seen must not be shown to the next. Returns how to stop that. */
export function onForget(listener: () => void): () => void {
  forgetting.add(listener)
  return () => forgetting.delete(listener)
}

/** The one actor of who is signed in. */
export const session = createActor(
  sessionMachine.provide({
    actors: {
      loadUser: actor(loadUser),
      signIn: actor(signIn),
      verifyCode: actor(verifyCode),
      signOut: actor(signOut),
    },
    actions: {
      'forget what was loaded'() {
        setCurrentUsername(null)
        transport.reject()
        for (const listener of forgetting) listener()
      },
      'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
    },
  }),
)

/** Starts the session: asks who is signed in, and follows what the transport and other tabs tell. */
export function startSession(): void {
  let before = session.getSnapshot()
  session.subscribe(snapshot => {
    const now = selectSession(snapshot)
    if (selectExpired(before) && !selectExpired(snapshot) && now === 'signed in') transport.resume()
    const user = selectUser(snapshot)
    setCurrentUsername(user?.username ?? null)
    if (selectUser(before) && !user) navigate('/', { replace: true })
    before = snapshot
  })
  onSessionExpired(() => session.send({ type: 'session expired' }))
  addEventListener('storage', event => {
    if (event.key !== tokenKey && event.key !== null) return
    const kept = parseStoredToken(event.newValue)
    if (event.newValue === null) session.send({ type: 'signed out' })
    else if (kept) {
      if (kept.username) session.send({ type: 'signed in elsewhere', username: kept.username })
      void followOtherTab()
    }
  })
  session.start()
}

/**
 * Another tab has signed in while this one asks for it: go on with its session. Not where something must be set first,
 * as that is the other tab's to finish.
 */
async function followOtherTab(): Promise<void> {
  const before = session.getSnapshot()
  const signedOut = selectSession(before) === 'signed out'
  if (!signedOut && !selectExpired(before)) return
  const outcome = await loadUser()
  if (!outcome.ok || (signedOut && landing(outcome.user) !== '/bucket-management')) return
  sessionEvents.report(outcome.user)
}

export function useSession<Value>(selector: (snapshot: SnapshotFrom<typeof sessionMachine>) => Value): Value {
  return useSelector(session, selector)
}

/** The signed-in user. Only for what is shown to signed-in users: throws where nobody is. */
export function useUser(): CurrentUser {
  const user = useSession(selectUser)
  if (!user) throw new Error('A view of signed-in users is shown to nobody')
  return user
}

export const sessionEvents = {
  signOut: () => session.send({ type: 'sign out' }),
  retry: () => session.send({ type: 'retry' }),
  submitPassword: (password: string) => session.send({ type: 'submit password', password }),
  submitCode: (code: string) => session.send({ type: 'submit code', code }),
  startOver: () => session.send({ type: 'start over' }),
  useAnotherAccount: () => session.send({ type: 'use another account' }),
  /** The sign-in flow says who is signed in now. */
  report(user: CurrentUser | null) {
    if (!user) session.send({ type: 'signed out' })
    else if (selectUser(session.getSnapshot())) session.send({ type: 'user changed', user })
    else session.send({ type: 'signed in', user })
  },
}
