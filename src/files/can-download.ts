import { mayCall } from '../../domain/permissions.ts'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'

/** Whether the user may download these items: one file as it is, others as a ZIP archive. */
export function canDownload(user: CurrentUser, items: readonly ObjectItem[]): boolean {
  const asFile = items.length === 1 && items[0]?.type === 'file'
  return items.length > 0 && mayCall(user, asFile ? 'getDownloadUrl' : 'createZip')
}
