import type { SnapshotFrom } from 'xstate'
import type { shellMachine } from './machine.ts'
import type { Locale, Theme, Toast } from './types.ts'

type Snapshot = SnapshotFrom<typeof shellMachine>

export function selectTheme(snapshot: Snapshot): Theme {
  return snapshot.matches({ theme: 'dark' }) ? 'dark' : 'light'
}

export function selectLocale(snapshot: Snapshot): Locale {
  return snapshot.matches({ locale: 'vi' }) ? 'vi' : 'en'
}

export function selectDrawerOpen(snapshot: Snapshot): boolean {
  return snapshot.matches({ drawer: 'open' })
}

export function selectToast(snapshot: Snapshot): Toast | null {
  return snapshot.context.toast
}
