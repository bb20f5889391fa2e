import type { SnapshotFrom } from 'xstate'
import type { Locale } from '../../languages/languages.ts'
import type { shellMachine, Theme, Toast } from './machine.ts'

type Snapshot = SnapshotFrom<typeof shellMachine>

export function selectTheme(snapshot: Snapshot): Theme {
  return snapshot.matches({ theme: 'dark' }) ? 'dark' : 'light'
}

export function selectLocale(snapshot: Snapshot): Locale {
  return snapshot.context.locale
}

export function selectDrawerOpen(snapshot: Snapshot): boolean {
  return snapshot.matches({ drawer: 'open' })
}

export function selectToast(snapshot: Snapshot): Toast | null {
  return snapshot.context.toast
}
