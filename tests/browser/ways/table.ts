import type { Action } from './action.ts'
import { bucketDetails } from './bucket-details.ts'
import { bucketKeeping } from './bucket-keeping.ts'
import { bucketPolicy } from './bucket-policy.ts'
import { bucketSharing } from './bucket-sharing.ts'
import { buckets } from './buckets.ts'
import type { Control } from './controls.ts'
import { entry } from './entry.ts'
import { files } from './files.ts'
import { jobs } from './jobs.ts'
import { keysAndClients } from './keys.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { security } from './security.ts'
import { shell } from './shell.ts'
import { uploads } from './uploads.ts'
import { versions } from './versions.ts'

/** Every action of every screen, in parts that take about as long. */
export const ofBuckets: readonly Action[] = [
  ...shell,
  ...buckets,
  ...bucketDetails,
  ...bucketKeeping,
  ...bucketPolicy,
  ...bucketSharing,
]
export const ofFiles: readonly Action[] = [...jobs, ...files, ...versions, ...uploads]
export const ofAccounts: readonly Action[] = [...entry, ...people, ...profile, ...keysAndClients, ...security]

export const controls: readonly Control[] = [...ofBuckets, ...ofFiles, ...ofAccounts].flatMap(
  each => each.controls,
)
