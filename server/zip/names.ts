/**
 * Safe, unique names for an archive: no `..`, drive letter, backslash or control character, and no two names that differ
 * only in case or Unicode normalization. Deterministic: the same keys in the same order get the same names.
 */
export class ZipNames {
  readonly #taken = new Set<string>()
  /** The next number to try, by name: searching from 1 each time would be quadratic for names made to collide. */
  readonly #next = new Map<string, number>()
  /** Folder names by their path in keys. */
  readonly #folders = new Map<string, string>([['', '']])

  /** The name for `path`, a key relative to the archive's folder; folders end in a slash. null: the folder already has a name. */
  add(path: string): string | null {
    const end = path.endsWith('/') ? path.length - 1 : path.length
    const cut = path.slice(0, end).lastIndexOf('/') + 1
    if (path === '' || path.endsWith('/')) return this.#folders.has(path) ? null : this.#folder(path)
    const folder = this.#folder(path.slice(0, cut))
    return folder + this.#free(folder, path.slice(cut))
  }

  #folder(path: string): string {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const cut = path.slice(0, -1).lastIndexOf('/') + 1
    const above = this.#folder(path.slice(0, cut))
    const name = `${above}${this.#free(above, path.slice(cut, -1))}/`
    this.#folders.set(path, name)
    return name
  }

  #free(folder: string, segment: string): string {
    const safe = safeSegment(segment)
    const dot = safe.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    const first = folded(folder + safe)
    for (let count = this.#next.get(first) ?? 1; ; count += 1) {
      const name = count === 1 ? safe : `${stem} (${count})${extension}`
      const path = folded(folder + name)
      if (this.#taken.has(path)) continue
      this.#taken.add(path)
      this.#next.set(first, count + 1)
      return name
    }
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function safeSegment(segment: string): string {
  const safe = segment
    .toWellFormed()
    .replace(/[\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_')
    .replace(/^([A-Za-z]):/, '$1_')
  return /^\.{0,2}$/.test(safe) ? `_${safe.replaceAll('.', '_')}` : safe
}
