import type { SnapshotFrom } from 'xstate'
import type { providerSignInMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof providerSignInMachine>

export type ProviderScreen = 'checking' | 'password' | 'code' | 'refused'

export function selectScreen(snapshot: Snapshot): ProviderScreen {
  if (snapshot.matches('password')) return 'password'
  if (snapshot.matches('code')) return 'code'
  return snapshot.matches('refused') ? 'refused' : 'checking'
}

/** Of the user whose password links the two; empty outside of it. */
export function selectEmail({ context }: Snapshot): string {
  return context.offer?.email ?? ''
}
