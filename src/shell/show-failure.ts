import type { ApiFailure } from '../api/result.ts'
import type { MessageId } from '../i18n/messages.ts'
import { showToast } from './shell.ts'

/** Whether the user has no permission, by the console's table or by the storage. */
export function isDenied({ code }: ApiFailure): boolean {
  return code === 'PERMISSION_DENIED' || code === 'ACCESS_DENIED'
}

/** Says at the top why an act failed that has no form of its own. */
export function showFailure({ code }: Pick<ApiFailure, 'code'>): void {
  showToast(`error.${code}` satisfies MessageId, { severity: 'error' })
}
