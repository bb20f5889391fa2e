import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { bucketCors } from './bucket-cors.ts'
import { bucketJobs } from './bucket-jobs.ts'
import { bucketLifecycle } from './bucket-lifecycle.ts'
import { bucketLock } from './bucket-lock.ts'
import { bucketOverview } from './bucket-overview.ts'
import { bucketPage } from './bucket-page.ts'
import { bucketPolicy } from './bucket-policy.ts'
import { bucketScope } from './bucket-scope.ts'
import { bucketSharing } from './bucket-sharing.ts'
import { bucketTags } from './bucket-tags.ts'
import { bucketVersions } from './bucket-versions.ts'
import { fileActs } from './file-acts.ts'
import { picker } from './picker.ts'
import { shares } from './shares.ts'

/** The messages of a bucket's page, of dialogs about one bucket or its files, of the accounts and the audit log. */
export const messages = {
  ...accounts,
  ...audit,
  ...bucketPage,
  ...bucketOverview,
  ...bucketCors,
  ...bucketTags,
  ...bucketVersions,
  ...bucketLock,
  ...bucketLifecycle,
  ...bucketPolicy,
  ...bucketSharing,
  ...bucketScope,
  ...bucketJobs,
  ...fileActs,
  ...picker,
  ...shares,
}
