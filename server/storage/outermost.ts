/** The folders (which end in a slash) that are in no other, each once, in order. */
export function outermost(folders: readonly string[]): string[] {
  const kept: string[] = []
  for (const folder of folders.toSorted()) {
    const last = kept.at(-1)
    if (last === undefined || !folder.startsWith(last)) kept.push(folder)
  }
  return kept
}

/** Which of the folders that `outermost` gave holds the key, or is it: only the last that sorts before it can. */
export function holderOf(folders: readonly string[], key: string): string | undefined {
  let [from, to] = [0, folders.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (folders[middle]! <= key) from = middle + 1
    else to = middle
  }
  const before = folders[from - 1]
  return before !== undefined && key.startsWith(before) ? before : undefined
}
