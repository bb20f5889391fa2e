import type { MessageId } from '../i18n/messages.ts'

/** The sections of user management, each with an address of its own. */
export const managementSections = [
  { address: '/user-management/sub-user', label: 'people.subUsers' },
  { address: '/user-management/groups', label: 'people.groups' },
  { address: '/user-management/audit-log', label: 'people.auditLog' },
] as const satisfies { address: string; label: MessageId }[]
