import type { Failure } from '../../machines/failure.ts'
import type { MessageId } from '../i18n/messages.ts'
import { showToast } from './toast.ts'

/** Whether the user lacks the permission, by the console's table or by the storage. */
export function isDenied({ code }: Failure): boolean {
  return code === 'PERMISSION_DENIED' || code === 'ACCESS_DENIED'
}

/** Shows at the top why an act without a form failed. */
export function showFailure({ code }: Pick<Failure, 'code'>): void {
  showToast(`error.${code}` satisfies MessageId, { severity: 'error' })
}
