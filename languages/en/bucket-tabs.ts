/** The head of the files of a bucket and of its settings. */
export const bucketTabs = {
  'bucket.files': 'Files',
  'bucket.sections': 'Bucket sections',
  'bucket.tab.overview': 'Overview',
  'bucket.tab.sharing': 'Sharing',
  'bucket.tab.policy': 'Policy',
  'bucket.tab.versions': 'Versions',
  'bucket.tab.lock': 'Object lock',
  'bucket.tab.lifecycle': 'Lifecycle',
  'bucket.tab.cors': 'CORS',
  'bucket.tab.tags': 'Tags',
} as const
