export const bucketPolicy = {
  'error.INVALID_POLICY': 'The policy is not valid.',
  'error.POLICY_LOCKS_OUT': 'This policy would lock you out of the bucket.',
} as const
