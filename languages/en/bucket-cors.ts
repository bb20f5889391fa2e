export const bucketCors = {
  'issue.cors-origin': 'An address without a path: https://example.com, https://*.example.com, or *',
  'issue.cors-one-wildcard': 'At most one * in each',
  'issue.cors-header': 'A header name has letters, digits and hyphens only',
  'issue.cors-exposed-wildcard': 'Name each header: * is not allowed here',
  'issue.cors-id-taken': 'This name is that of the console’s own rule',
  'issue.cors-age': 'A whole number of seconds, at most 2,147,483,647',
  'issue.cors-too-long': 'At most 255 characters',
  'issue.cors-list-too-long': 'At most 100',
  'issue.cors-too-many': 'At most 99 rules',
  'issue.cors-too-large': 'All rules together are too large: at most 60 KB',
} as const
