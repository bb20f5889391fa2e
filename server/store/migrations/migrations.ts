import { accounts } from './0001-accounts.ts'
import { identity } from './0002-identity.ts'
import { storageRights } from './0003-storage-rights.ts'
import { storageSync } from './0004-storage-sync.ts'
import { knownDevices } from './0005-known-devices.ts'
import { mails } from './0006-mails.ts'
import { jobs } from './0007-jobs.ts'
import { bucketSamples } from './0008-bucket-samples.ts'
import { scopes } from './0009-scopes.ts'
import { keyExpiry } from './0010-key-expiry.ts'
import { jobBuckets } from './0011-job-buckets.ts'
import { keyLimits } from './0012-key-limits.ts'
import { copyJobs } from './0013-copy-jobs.ts'
import { downloads } from './0014-downloads.ts'
import { deleteObjects } from './0015-delete-objects.ts'
import { grantsApart } from './0016-grants-apart.ts'
import { traffic } from './0019-traffic.ts'
import { auditIndexes } from './0020-audit-indexes.ts'
import { emailChanges } from './0021-email-changes.ts'
import { fullSince } from './0022-full-since.ts'
import { topics } from './0023-topics.ts'
import { invitations } from './0024-invitations.ts'
import { alerts } from './0025-alerts.ts'
import { emailUndoOrder } from './0026-email-undo-order.ts'
import { sampleChanges } from './0027-sample-changes.ts'
import { jobAcl } from './0028-job-acl.ts'
import { auditData } from './0029-audit-data.ts'
import { turns } from './0030-turns.ts'
import { begunRequests } from './0031-begun-requests.ts'
import { topicCounts } from './0032-topic-counts.ts'
import { eventsOnce } from './0033-events-once.ts'
import { topicUpkeep } from './0034-topic-upkeep.ts'
import { notificationAddresses } from './0035-notification-addresses.ts'
import { refusedTopics } from './0036-refused-topics.ts'
import { consoleRequests } from './0037-console-requests.ts'
import { jobSources } from './0038-job-sources.ts'

/** In the order in which they run; the names in the database of those that did tell its schema. */
export const migrations = {
  '0001-accounts': accounts,
  '0002-identity': identity,
  '0003-storage-rights': storageRights,
  '0004-storage-sync': storageSync,
  '0005-known-devices': knownDevices,
  '0006-mails': mails,
  '0007-jobs': jobs,
  '0008-bucket-samples': bucketSamples,
  '0009-scopes': scopes,
  '0010-key-expiry': keyExpiry,
  '0011-job-buckets': jobBuckets,
  '0012-key-limits': keyLimits,
  '0013-copy-jobs': copyJobs,
  '0014-downloads': downloads,
  '0015-delete-objects': deleteObjects,
  '0016-grants-apart': grantsApart,
  '0019-traffic': traffic,
  '0020-audit-indexes': auditIndexes,
  '0021-email-changes': emailChanges,
  '0022-full-since': fullSince,
  '0023-topics': topics,
  '0024-invitations': invitations,
  '0025-alerts': alerts,
  '0026-email-undo-order': emailUndoOrder,
  '0027-sample-changes': sampleChanges,
  '0028-job-acl': jobAcl,
  '0029-audit-data': auditData,
  '0030-turns': turns,
  '0031-begun-requests': begunRequests,
  '0032-topic-counts': topicCounts,
  '0033-events-once': eventsOnce,
  '0034-topic-upkeep': topicUpkeep,
  '0035-notification-addresses': notificationAddresses,
  '0036-refused-topics': refusedTopics,
  '0037-console-requests': consoleRequests,
  '0038-job-sources': jobSources,
}
