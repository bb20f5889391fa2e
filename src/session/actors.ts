import { type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import type { SessionEvent, UserRead } from '../../machines/session/machine.ts'
import { apiFailingFast, onDenied, onSessionExpired, tokens } from '../api/client.ts'
import { result } from '../api/result.ts'
import { parseStoredToken, tokenKey } from '../api/tokens.ts'

const hour = 3_600_000
/** A channel does not hear itself. */
const channel = new BroadcastChannel('kho_session')

/** A user without a username is nobody: the sign-in page follows (specification, section 2). */
export async function loadUser(): Promise<UserRead['output']> {
  const kept = tokens.read()
  if (!kept) return { ok: false, code: 'UNAUTHORIZED' }
  const outcome = await result(apiFailingFast.GET('/user'))
  if (outcome.ok) {
    const { username } = outcome.data
    if (username === '') return { ok: false, code: 'UNAUTHORIZED' }
    // The cookie decides whose tab it is; a token by another name would have every call refused.
    if (kept.username !== username && tokens.read()?.token === kept.token) tokens.write({ ...kept, username })
    return { ok: true, user: outcome.data }
  }
  return outcome
}

export async function signOut(): Promise<void> {
  const outcome = await result(apiFailingFast.POST('/auth/logout'))
  tokens.clear()
  if (!outcome.ok && outcome.code !== 'UNAUTHORIZED') throw new Error(`Logout failed: ${outcome.code}`)
}

/** Tells the other tabs of this browser that the user has set a password or PIN that must be set first. */
export function tellUserChanged(): void {
  channel.postMessage(null)
}

/** Reports expiry, what other tabs do, and when the user may have changed: something was refused, or an hour has passed. */
export const watchSession = fromCallback<EventObject, NonReducibleUnknown, SessionEvent>(({ sendBack }) => {
  const followStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== tokenKey && key !== null) return
    if (newValue === null) return sendBack({ type: 'signed out' })
    const kept = parseStoredToken(newValue)
    if (kept) sendBack({ type: 'signed in elsewhere', username: kept.username })
  }
  channel.onmessage = () => sendBack({ type: 'signed in elsewhere', username: '' })
  const timer = setInterval(() => {
    // A tab that nobody looks at must not keep the session alive.
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
