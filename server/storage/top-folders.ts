/** The folders (with a trailing slash) that are not within another one, sorted, without duplicates. */
export function topFolders(folders: readonly string[]): string[] {
  const kept: string[] = []
  for (const folder of folders.toSorted()) {
    const last = kept.at(-1)
    if (last === undefined || !folder.startsWith(last)) kept.push(folder)
  }
  return kept
}

/** The folder of a result of `topFolders` that contains the key or is the key. */
export function containingFolder(folders: readonly string[], key: string): string | undefined {
  // Only the last folder that sorts before the key can contain it: a binary search finds it.
  let [from, to] = [0, folders.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (folders[middle]! <= key) from = middle + 1
    else to = middle
  }
  const candidate = folders[from - 1]
  return candidate !== undefined && key.startsWith(candidate) ? candidate : undefined
}
