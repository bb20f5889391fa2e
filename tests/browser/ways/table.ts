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
import { results } from './results.ts'
import { security } from './security.ts'
import { shell } from './shell.ts'
import { subUserGroups } from './sub-user-groups.ts'
import { subUserImport } from './sub-user-import.ts'
import { manySubUsers } from './sub-user-many.ts'
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
  ...from('results.ts', results),
  ...from('versions.ts', versions),
  ...from('uploads.ts', uploads),
]
export const ofPeople: readonly Located[] = [
  ...from('entry.ts', entry),
  ...from('people.ts', people),
  ...from('sub-user-groups.ts', subUserGroups),
  ...from('sub-user-import.ts', subUserImport),
  ...from('sub-user-many.ts', manySubUsers),
  ...from('profile.ts', profile),
]
export const ofAccounts: readonly Located[] = [
  ...from('dashboard.ts', dashboard),
  ...from('events.ts', events),
  ...from('keys.ts', keysAndClients),
  ...from('security.ts', security),
]
export const actions: readonly Located[] = [...ofBuckets, ...ofFiles, ...ofPeople, ...ofAccounts]

const others: Record<string, string> = {
  ...{ avatar: 'drawer', finder: 'drawer', folder: 'file', not: 'drawer', preview: 'file' },
}
/** `sub-users-empty` and `sub-user-edit` → `sub`; screens of one family show the same things. */
export function familyOf(screen: string): string {
  const first = screen.split('-')[0]!.replace(/s$/, '')
  return others[first] ?? first
}

/** What stands behind the screens of a family, or above them as tabs. */
const behind: Record<string, string> = {
  ...{
    client: 'security',
    key: 'security',
    drawer: 'bucket',
    job: 'bucket',
    session: 'bucket',
    upload: 'file',
  },
}
/** Of fields, dialogs and notices that several screens share: an action of one of these presses each. */
const shared =
  /^(common|date|picker)\.|^(app\.dismiss|auth\.(showPassword|useRecoveryCode|verify)|keys\.copy|people\.handOver\.copyOne|lock\.confirm\.compliance)$/

/** What may be pressed on a screen: the controls of its family's actions, of what is behind it and of the frame. */
export function controlsOn(screen: string): Control[] {
  const families = [familyOf(screen), behind[familyOf(screen)]]
  const own = actions.filter(each => families.includes(familyOf(each.screen))).map(({ file }) => file)
  const files = new Set([...own, 'tests/browser/ways/shell.ts'])
  return actions.flatMap(({ file, controls }) =>
    files.has(file) ? controls : controls.filter(({ id, data }) => !data && shared.test(id ?? '')),
  )
}
