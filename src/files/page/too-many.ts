import { selectionMaximum } from '../../../domain/limits.ts'
import { showToast } from '../../shell/toast.ts'

/** Shows an error and returns true when there are more items than one action allows. */
export function warnIfTooMany(items: readonly unknown[]): boolean {
  if (items.length <= selectionMaximum) return false
  showToast('files.tooMany', { values: { limit: selectionMaximum }, severity: 'error', durationMs: 10_000 })
  return true
}
