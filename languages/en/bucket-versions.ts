export const bucketVersions = {
  'error.LOCK_KEEPS_VERSIONS': 'Versions cannot be suspended while object lock is on.',
} as const
