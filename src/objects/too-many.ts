import { selectionMaximum } from '../../domain/limits.ts'
import { showToast } from '../shell/shell.ts'

/** Whether these are more than one act takes, and says so. */
export function isTooMany(items: readonly unknown[]): boolean {
  if (items.length <= selectionMaximum) return false
  showToast('files.tooMany', { values: { limit: selectionMaximum }, severity: 'error', durationMs: 10_000 })
  return true
}
