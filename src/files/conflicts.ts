import type { TopName } from '../uploads/selection.ts'

/** What to do with names that are taken. */
export type Choice = 'replace' | 'keep-both' | 'skip'

/** How a name stands in a listing: a folder's ends in a slash. */
export function listedName({ name, folder }: TopName): string {
  return folder ? `${name}/` : name
}

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
      const free = freeName(conflict, used)
      used.add(listedName({ name: free, folder: conflict.folder }))
      return [conflict.name, free]
    }),
  )
}

/** `a.txt` → `a (1).txt`, or the next number that is free; a folder's number stands at its end. */
function freeName({ name, folder }: TopName, used: ReadonlySet<string>): string {
  const dot = folder ? -1 : name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const extension = dot > 0 ? name.slice(dot) : ''
  for (let number = 1; ; number++) {
    const candidate = `${stem} (${number})${extension}`
    if (!used.has(listedName({ name: candidate, folder }))) return candidate
  }
}
