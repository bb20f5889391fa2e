export const bucketLifecycle = {
  'issue.lifecycle-act-required': 'Choose at least one thing that the rule does',
} as const
