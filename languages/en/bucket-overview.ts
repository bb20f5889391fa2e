export const bucketOverview = {
  'bucket.overview.upload': 'Upload files',
  'bucket.overview.open': 'Open files',
  'bucket.overview.size': 'Size',
  'bucket.overview.noGrowth':
    'The size is measured once a day. From the second day on, its growth is shown here.',
  'bucket.overview.chart': 'Size by day, up to 30 days',
  'bucket.overview.day': 'Day',
  'bucket.overview.notMeasured': '{day}: not measured',
  'bucket.overview.asTable': 'Show as a table',
  'bucket.overview.state': 'What is on',
  'bucket.overview.public': 'Public',
  'bucket.overview.private': 'Private',
  'bucket.overview.privateLead': 'Only your account can read it.',
  'bucket.overview.versioning.off': 'Off: a file that is replaced or deleted is gone.',
  'bucket.overview.versioning.enabled': 'On: previous versions are kept.',
  'bucket.overview.versioning.suspended': 'Suspended: old versions stay, no new ones are kept.',
  'bucket.overview.lock.off': 'Off',
  'bucket.overview.lock.noDefault': 'On, without a default for new files',
  'bucket.overview.lock.governance': 'New files: governance, {count, plural, one {# day} other {# days}}',
  'bucket.overview.lock.compliance': 'New files: compliance, {count, plural, one {# day} other {# days}}',
  'bucket.overview.lock.governanceYears':
    'New files: governance, {count, plural, one {# year} other {# years}}',
  'bucket.overview.lock.complianceYears':
    'New files: compliance, {count, plural, one {# year} other {# years}}',
  'bucket.overview.encryption': 'Encryption of new files',
  'bucket.overview.noEncryption': 'No default of its own',
  'bucket.overview.encrypted': 'On ({algorithm})',
  'bucket.overview.accessUnread': 'Who can read it is not known',
  'bucket.overview.unread.absent': 'This storage does not tell.',
  'bucket.overview.unread.refused': 'The storage refuses to tell.',
  'bucket.overview.unread.failed': 'Could not be loaded. Reload the page to try again.',
  'bucket.overview.absent.access': 'Policy or ACL of a bucket: this storage does not answer for them.',
  'bucket.overview.absent.versioning': 'Versions: this storage does not keep them.',
  'bucket.overview.absent.lock': 'Object lock: this storage cannot lock files.',
  'bucket.overview.absent.encryption':
    'A default encryption of the bucket: this storage has no such setting.',
  'bucket.overview.absent.uploads': 'Unfinished uploads: this storage does not list them.',
  'bucket.overview.created': 'Created',
  'bucket.overview.uploads': 'Unfinished uploads',
  'bucket.overview.noUploads': 'None.',
  'bucket.overview.uploadCount':
    '{count, plural, one {# upload} other {# uploads}} with {size} of parts that take up space. The oldest was begun on {date}.',
  'bucket.overview.uploadsAtLeast':
    'At least {count, plural, one {# upload} other {# uploads}} with {size} of parts that take up space. The oldest of these was begun on {date}.',
  'bucket.overview.cleanUp': 'Clean up',
  'bucket.overview.cleanUpTitle': 'Clean up unfinished uploads?',
  'bucket.overview.cleanUpLead':
    'Their parts are deleted and the space becomes free. An upload that is still running has to start again.',
  'bucket.overview.cleanUpAge': 'Which uploads',
  'bucket.overview.age.7': 'Begun more than 7 days ago',
  'bucket.overview.age.1': 'Begun more than 1 day ago',
  'bucket.overview.age.0': 'All, also those that are running',
  'bucket.overview.activity': 'Recent activity',
  'bucket.overview.ownActivity': 'Your recent activity',
  'bucket.overview.allActivity': 'Audit log',
  'bucket.overview.noActivity': 'None in the last 30 days.',
  'bucket.overview.programs': 'Use it from programs',
  'bucket.overview.programsLead': 'Any S3 program works with these values and an access key of yours.',
  'bucket.overview.endpoint': 'Endpoint',
  'bucket.overview.virtual': 'Own address',
  'bucket.overview.region': 'Region',
  'bucket.overview.keysHint': 'Give the program your keys first: the commands contain none.',
  'bucket.overview.keysLink': 'Access keys',
  'bucket.overview.lacks': 'Not on this storage',
  'bucket.overview.lack.access-block-restrict':
    'Keeping a public policy to your own account: Ceph stores the setting without acting on it.',
  'bucket.overview.lack.bucket-encryption':
    'A default encryption of the bucket: Ceph has no such setting here.',
  'bucket.overview.lack.lifecycle-newer-versions':
    'Keeping a number of previous versions: Ceph drops the number and would delete all of them.',
  'bucket.overview.lack.lifecycle-sizes':
    'Lifecycle rules by file size: Ceph drops the sizes and would delete all files.',
  'bucket.overview.lack.lock-later':
    'Turning on object lock later: Ceph locks only buckets that were created with it.',
  'bucket.overview.lack.ownership-controls':
    'Turning off access lists: with Ceph, files always belong to who uploaded them.',
  'bucket.overview.lack.storage-classes': 'Choosing a storage class: Ceph takes only those of its zone.',
} as const
