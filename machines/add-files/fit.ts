import { rowCharge } from '../../domain/limits.ts'
import { refusal } from '../upload-queue/rules.ts'
import type { FoundFile, Selection } from '../upload-queue/types.ts'
import type { Fit } from './types.ts'

/** Divides files, added as they are found, into those that fit into `free` bytes of a quota and the others. */
export function fitInto(free: number) {
  const fitting: FoundFile[] = []
  const others: FoundFile[] = []
  let needed = 0
  let left = free
  return {
    add(files: readonly FoundFile[]): void {
      for (const file of files) {
        const charge = chargeOf(file)
        needed += charge
        if (charge > left) others.push(file)
        else {
          left -= charge
          fitting.push(file)
        }
      }
    },
    fit: (): Pick<Fit, 'fitting' | 'others' | 'needed' | 'free'> => ({ fitting, others, needed, free }),
  }
}

/**
 * Bytes that the embedded engine's quota counts for a file that replaces nothing. Ceph RGW rounds up to 4 KiB instead; the
 * storage decides about the difference. None for a file that the uploads refuse.
 */
function chargeOf(found: FoundFile): number {
  return refusal(found) === null ? found.file.size + rowCharge : 0
}

/** The selection with only the files that fit; unchanged if that is not known. */
export function foundSelection(selection: Selection, fit: Fit | null): Selection {
  return fit ? { ...selection, found: { files: fit.fitting, leftOut: fit.leftOut } } : selection
}
