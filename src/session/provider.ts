import { useSelector } from '@xstate/react'
import { navigate } from 'wouter/use-browser-location'
import { createActor, type SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { identifyCalls, transport } from '../api/client.ts'
import { shellEvents } from '../shell/shell.ts'
import { loadUser, signOut, watchSession } from './actors.ts'
import { authenticate } from './authenticate/provider.ts'
import { notePlace } from './next-address.ts'

const forgetting = new Set<() => void>()

/** Calls `listener` when what one user has seen must not be shown to the next. Returns how to stop that. */
export function onForget(listener: () => void): () => void {
  forgetting.add(listener)
  return () => forgetting.delete(listener)
}

/** The one actor of who is signed in. */
export const session = createActor(
  sessionMachine.provide({
    actors: { loadUser: actor(loadUser), authenticate, signOut: actor(signOut), watchSession },
    actions: {
      'resume calls': transport.resume,
      'reject calls': transport.reject,
      'forget what was loaded'() {
        shellEvents.dismissToast()
        for (const listener of forgetting) listener()
      },
      'leave page'(_, { username }) {
        notePlace(username)
        navigate('/', { replace: true })
      },
      'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
    },
  }),
)

/** Starts the session: asks who is signed in, whose calls from now on are sent. */
export function startSession(): void {
  identifyCalls(() => selectUser(session.getSnapshot())?.username ?? null)
  session.start()
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
