import { freeName } from '../../domain/free-name.ts'
import { type Choice, listedName, type TopName } from '../uploads/picking/selection.ts'

/** Those of `names` that are taken. `taken` as they stand in a listing. */
export function conflictsOf(names: readonly TopName[], taken: ReadonlySet<string>): TopName[] {
  return names.filter(name => taken.has(listedName(name)))
}

/** The names to use instead, by the name at the top of the selection; null leaves it out. */
export function renaming(
  conflicts: readonly TopName[],
  choice: Choice,
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

/** The names at the top, as in a listing, that `chosen` come to when they are called otherwise by `renamed`. */
export function topsAfter(chosen: readonly TopName[], renamed: ReadonlyMap<string, string | null>): string[] {
  return chosen.flatMap(({ name, folder }) => {
    const used = renamed.has(name) ? renamed.get(name)! : name
    return used === null ? [] : [listedName({ name: used, folder })]
  })
}
