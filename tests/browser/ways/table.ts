import type { Action } from './action.ts'
import { bucketDetails } from './bucket-details.ts'
import { bucketKeeping } from './bucket-keeping.ts'
import { bucketPolicy } from './bucket-policy.ts'
import { bucketSharing } from './bucket-sharing.ts'
import { buckets } from './buckets.ts'
import type { Control } from './controls.ts'
import { dashboard } from './dashboard.ts'
import { entry } from './entry.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { jobs } from './jobs.ts'
import { keysAndClients } from './keys.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { security } from './security.ts'
import { shell } from './shell.ts'
import { uploads } from './uploads.ts'
import { versions } from './versions.ts'

/** The folders of `src` that show these actions. */
const shownBy = (folders: readonly string[], ...lists: (readonly Action[])[]): Located[] =>
  lists.flat().map(each => ({ ...each, folders: [...folders, 'forms', 'ui'] }))

export type Located = Action & { folders: readonly string[] }

/** Every action of every screen, in parts that take about as long. */
export const ofBuckets: readonly Located[] = [
  ...shownBy(['app', 'frame', 'shell', 'notifications'], shell),
  ...shownBy(['buckets'], buckets),
  ...shownBy(['bucket', 'confirm'], bucketDetails, bucketKeeping, bucketPolicy, bucketSharing),
]
export const ofFiles: readonly Located[] = [
  ...shownBy(['jobs'], jobs),
  ...shownBy(['objects', 'picker', 'preview'], files),
  ...shownBy(['object'], versions),
  ...shownBy(['uploads'], uploads),
]
export const ofAccounts: readonly Located[] = [
  ...shownBy(['entry', 'email-change', 'password-reset', 'session', 'sign-in'], entry),
  ...shownBy(['accounts', 'audit', 'people', 'sub-users'], people),
  ...shownBy(['profile'], profile),
  ...shownBy(['dashboard'], dashboard),
  ...shownBy(['confirm', 'events'], events),
  ...shownBy(['confirm', 'keys'], keysAndClients),
  ...shownBy(['security'], security),
]
export const actions: readonly Located[] = [...ofBuckets, ...ofFiles, ...ofAccounts]

export const controls: readonly Control[] = actions.flatMap(each => each.controls)
