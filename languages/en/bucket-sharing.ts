export const bucketSharing = {
  'error.BUCKET_SETUP_FAILED': 'The bucket was not created: the storage refused this setting.',
  'error.PUBLIC_ACCESS_BLOCKED': 'A public access block on this bucket forbids public access.',
} as const
