import { freeName } from '../../domain/free-name.ts'
import { rowCharge } from '../../domain/limits.ts'
import { refusal } from '../upload-queue/rules.ts'
import type { DuplicateChoice, FoundFile, Selection } from '../upload-queue/types.ts'
import type { AddFilesContext, Fit, TopName } from './types.ts'

/** A name as in a listing: a folder's ends in a slash. */
export function listedName({ name, folder }: TopName): string {
  return folder ? `${name}/` : name
}

/** Those of `names` that are taken. `taken` as in a listing. */
export function conflictsOf(names: readonly TopName[], taken: ReadonlySet<string>): TopName[] {
  return names.filter(name => taken.has(listedName(name)))
}

/** The names to use instead, by the name at the top of the selection; null leaves it out. */
export function renaming(
  conflicts: readonly TopName[],
  choice: DuplicateChoice,
  taken: ReadonlySet<string>,
  chosen: readonly TopName[],
): Map<string, string | null> {
  if (choice === 'replace') return new Map()
  if (choice === 'skip') return new Map(conflicts.map(({ name }) => [name, null]))
  const used = new Set([...taken, ...chosen.map(listedName)])
  return new Map(
    conflicts.map(conflict => {
      const free = freeName(listedName(conflict), name => used.has(name))
      used.add(free)
      return [conflict.name, conflict.folder ? free.slice(0, -1) : free]
    }),
  )
}

/** The names at the top, as in a listing, that `names` become by `renamed`. */
function topsAfter(names: readonly TopName[], renamed: ReadonlyMap<string, string | null>): string[] {
  return names.flatMap(({ name, folder }) => {
    const used = renamed.has(name) ? renamed.get(name)! : name
    return used === null ? [] : [listedName({ name: used, folder })]
  })
}

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
 * Bytes that the embedded engine's quota counts for a file that replaces nothing; Ceph RGW rounds up to 4 KiB instead, and the storage
 * decides about the difference. None for a file that the uploads refuse.
 */
function chargeOf(found: FoundFile): number {
  return refusal(found) === null ? found.file.size + rowCharge : 0
}

/** The selection with those of its files that fit; as it is where that is not known. */
export function foundSelection(selection: Selection, fit: Fit | null): Selection {
  return fit ? { ...selection, found: { files: fit.fitting, leftOut: fit.leftOut } } : selection
}

/** What the upload queue gets for the current files. */
export function selectionOf(
  { pending, names, taken }: AddFilesContext,
  choice: DuplicateChoice = 'keep-both',
): Selection {
  const renamed = renaming(conflictsOf(names, taken), choice, taken, names)
  const tops = topsAfter(names, renamed)
  return { ...pending[0]!, names: renamed, duplicates: choice, avoid: new Set([...taken, ...tops]), tops }
}
