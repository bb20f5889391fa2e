import { freeName } from '../../domain/free-name.ts'
import type { Selection } from '../upload-queue/types.ts'
import type { AddFilesContext, NameChoice, TopName } from './types.ts'

/** A name as in a listing: a folder's ends in a slash. */
export function listedName({ name, folder }: TopName): string {
  return folder ? `${name}/` : name
}

/** The `names` that are taken. `taken` as in a listing. */
export function conflictsOf(names: readonly TopName[], taken: ReadonlySet<string>): TopName[] {
  return names.filter(name => taken.has(listedName(name)))
}

/** The names to use instead, by the name at the top of the selection. A file's is null to skip it. */
export function renaming(
  conflicts: readonly TopName[],
  choice: NameChoice,
  taken: ReadonlySet<string>,
  chosen: readonly TopName[],
): Map<string, string | null> {
  if (choice === 'replace' || choice === 'compare') return new Map()
  if (choice === 'skip')
    return new Map(conflicts.flatMap(({ name, folder }) => (folder ? [] : [[name, null]])))
  const used = new Set([...taken, ...chosen.map(listedName)])
  return new Map(
    conflicts.map(conflict => {
      const free = freeName(listedName(conflict), name => used.has(name))
      used.add(free)
      return [conflict.name, conflict.folder ? free.slice(0, -1) : free]
    }),
  )
}

/** The names at the top, as in a listing, after `names` were renamed by `renamed`. */
function topsAfter(names: readonly TopName[], renamed: ReadonlyMap<string, string | null>): string[] {
  return names.flatMap(({ name, folder }) => {
    const used = renamed.has(name) ? renamed.get(name)! : name
    return used === null ? [] : [listedName({ name: used, folder })]
  })
}

/** The selection for the upload queue. The answer decides about equal names only if the user was asked about some. */
export function selectionOf(
  { pending, names, taken, duplicates: asked }: AddFilesContext,
  choice: NameChoice = 'keep-both',
): Selection {
  const renamed = renaming(conflictsOf(names, taken), choice, taken, names)
  const tops = topsAfter(names, renamed)
  const duplicates = asked.length > 0 && choice !== 'compare' ? choice : 'keep-both'
  const present = choice === 'skip' || choice === 'compare' ? { present: choice } : {}
  return { ...pending[0]!, names: renamed, duplicates, avoid: new Set([...taken, ...tops]), tops, ...present }
}
