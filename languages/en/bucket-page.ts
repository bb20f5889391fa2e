export const bucketPage = {
  'bucket.notFound': 'Bucket not found',
  'bucket.notFoundLead': 'It may have been deleted, or its name may be mistyped.',
  'bucket.toBuckets': 'All buckets',
  'bucket.save': 'Save',
  'bucket.discard': 'Discard changes',
  'bucket.saved': 'Update Successful!',
  'bucket.stale': 'Saved, but it could not be loaded again.',
  'bucket.failed': 'This could not be loaded',
  'error.SETTING_CHANGED': 'Someone else has changed this setting in the meantime.',
} as const
