import { accountErrors } from './account-errors.ts'
import { bucketTabs } from './bucket-tabs.ts'
import { buckets } from './buckets.ts'
import { dates } from './dates.ts'
import { files } from './files.ts'
import { keys } from './keys.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { people } from './people.ts'
import { profile } from './profile.ts'
import { shell } from './shell.ts'
import { storageErrors } from './storage-errors.ts'
import { uploads } from './uploads.ts'

export const messages = {
  ...shell,
  ...storageErrors,
  ...accountErrors,
  ...passkeyErrors,
  ...buckets,
  ...bucketTabs,
  ...dates,
  ...files,
  ...keys,
  ...people,
  ...uploads,
  ...profile,
}
