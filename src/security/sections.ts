import type { MessageId } from '../i18n/messages.ts'

/** The sections of the security page, each with an address of its own. */
export const securitySections = [
  { address: '/security', label: 'security.tab.signIn' },
  { address: '/security/keys', label: 'security.tab.keys' },
  { address: '/security/api', label: 'security.tab.api' },
  { address: '/security/sessions', label: 'security.tab.sessions' },
] as const satisfies { address: string; label: MessageId }[]

export type SecurityAddress = (typeof securitySections)[number]['address']
