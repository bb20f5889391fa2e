import { waitFor } from 'xstate'
import { selectSession } from '../../machines/session/selectors.ts'
import { tokens } from '../api/client.ts'
import { session, sessionEvents } from './flow.ts'

/** Ends the session that is open in this page, whether of the user whose link was opened or of another one. */
export async function signOutHere(): Promise<void> {
  await waitFor(session, snapshot => selectSession(snapshot) !== 'restoring')
  if (selectSession(session.getSnapshot()) === 'unreachable') return tokens.clear()
  sessionEvents.signOut()
  await waitFor(session, snapshot => selectSession(snapshot) === 'signed out')
}
