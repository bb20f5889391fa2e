import type { SnapshotFrom } from 'xstate'
import type { Locale } from '../../languages/languages.ts'
import type { appearanceMachine, Theme } from './machine.ts'

type Snapshot = SnapshotFrom<typeof appearanceMachine>

export function selectTheme(snapshot: Snapshot): Theme {
  return snapshot.matches('dark') ? 'dark' : 'light'
}

export function selectLocale(snapshot: Snapshot): Locale {
  return snapshot.context.locale
}
