export const security = {
  'security.title': 'Security',
  'security.sections': 'Security settings',
  'security.tab.signIn': 'Sign-in',
  'security.tab.keys': 'S3 keys',
  'security.tab.api': 'API clients',
  'security.tab.sessions': 'Sessions',
  'security.keysLink': 'Key S3',
} as const
