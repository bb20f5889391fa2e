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

/** An action, and the file of this folder that has it. */
export type Located = Action & { file: string }

const from = (file: string, ...lists: (readonly Action[])[]): Located[] =>
  lists.flat().map(each => ({ ...each, file: `tests/browser/ways/${file}` }))

/** Every action of every screen, in parts that take about as long. */
export const ofBuckets: readonly Located[] = [
  ...from('shell.ts', shell),
  ...from('buckets.ts', buckets),
  ...from('bucket-details.ts', bucketDetails),
  ...from('bucket-keeping.ts', bucketKeeping),
  ...from('bucket-policy.ts', bucketPolicy),
  ...from('bucket-sharing.ts', bucketSharing),
]
export const ofFiles: readonly Located[] = [
  ...from('jobs.ts', jobs),
  ...from('files.ts', files),
  ...from('versions.ts', versions),
  ...from('uploads.ts', uploads),
]
export const ofAccounts: readonly Located[] = [
  ...from('entry.ts', entry),
  ...from('people.ts', people),
  ...from('profile.ts', profile),
  ...from('dashboard.ts', dashboard),
  ...from('events.ts', events),
  ...from('keys.ts', keysAndClients),
  ...from('security.ts', security),
]
export const actions: readonly Located[] = [...ofBuckets, ...ofFiles, ...ofAccounts]

const others: Record<string, string> = { avatar: 'drawer', folder: 'file', not: 'drawer', preview: 'file' }
/** `sub-users-empty` and `sub-user-edit` → `sub`; screens of one family show the same things. */
export function familyOf(screen: string): string {
  const first = screen.split('-')[0]!.replace(/s$/, '')
  return others[first] ?? first
}

/**
 * What may be pressed on a screen: the controls of the actions of its family, those of the frame around each, and what
 * dialogs and notices of all screens share.
 */
export function controlsOn(screen: string): Control[] {
  const family = familyOf(screen)
  const files = new Set(actions.filter(each => familyOf(each.screen) === family).map(({ file }) => file))
  return actions.flatMap(({ file, controls }) =>
    files.has(file) || file.endsWith('/shell.ts')
      ? controls
      : controls.filter(({ id, data }) => !data && id?.startsWith('common.')),
  )
}
