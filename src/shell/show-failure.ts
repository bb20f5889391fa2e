import type { Failure } from '../../machines/failure.ts'
import type { MessageId } from '../i18n/messages.ts'
import { showToast } from './toast.ts'

/** Shows at the top why an act without a form failed. */
export function showFailure({ code }: Pick<Failure, 'code'>): void {
  showToast(`error.${code}` satisfies MessageId, { severity: 'error' })
}
