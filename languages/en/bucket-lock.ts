export const bucketLock = {
  'issue.lock-mode-required': 'Please choose object lock mode',
  'issue.lock-days-required': 'Please enter number of days to continue!',
  'issue.lock-days-range': 'A whole number from 1 to 1,024,000',
} as const
