import { hash } from 'node:crypto'

/**
 * Safe, unique names for an archive: no `..`, drive letter, backslash or control character, and no two names that differ
 * only in case or Unicode normalization. Deterministic: the same keys in the same order get the same names.
 */
export class ZipNames {
  /** Digests, as the names of 200,000 entries take hundreds of megabytes. Two that are equal by chance only get a number. */
  readonly #taken = new Set<number>()
  /** The next number to try, by name: searching from 1 each time would be quadratic for names made to collide. */
  readonly #next = new Map<number, number>()
  /** Names of folders by their path in keys: those of `add`, and the last one of `addListed` with those above it. */
  readonly #folders = new Map<string, string>([['', '']])
  #listed: { path: string; name: string }[] = []

  /** The name for `path`, a key relative to the archive's folder; folders end in a slash. null: the folder already has a name. */
  add(path: string): string | null {
    const known = this.#folders.has(path)
    const name = this.#nameOf(path)
    for (const folder of this.#listed) this.#folders.set(folder.path, folder.name)
    return known ? null : name
  }

  /** As `add`, for paths that come in the order of a listing: a folder that was left is forgotten. */
  addListed(path: string): string | null {
    const known = this.#known(path) !== undefined
    const name = this.#nameOf(path)
    return known ? null : name
  }

  /** The name for the bytes of a folder's own object: in the folder, as the folder is `called`. */
  addOwn(path: string, called: string): string {
    const folder = this.#folder(path)
    return folder + this.#free(folder, called)
  }

  #nameOf(path: string): string {
    if (path === '' || path.endsWith('/')) return this.#folder(path)
    const cut = path.lastIndexOf('/') + 1
    const folder = this.#folder(path.slice(0, cut))
    return folder + this.#free(folder, path.slice(cut))
  }

  #known(path: string): string | undefined {
    return this.#folders.get(path) ?? this.#listed.find(folder => folder.path === path)?.name
  }

  #folder(path: string): string {
    const known = this.#known(path)
    if (known !== undefined) return known
    const cut = path.slice(0, -1).lastIndexOf('/') + 1
    const above = this.#folder(path.slice(0, cut))
    const name = `${above}${this.#free(above, path.slice(cut, -1))}/`
    this.#listed = [...this.#listed.filter(folder => path.startsWith(folder.path)), { path, name }]
    return name
  }

  #free(folder: string, segment: string): string {
    const safe = safeSegment(segment)
    const dot = safe.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    const first = digest(folder + safe)
    for (let count = this.#next.get(first) ?? 1; ; count += 1) {
      const name = count === 1 ? safe : `${stem} (${count})${extension}`
      const path = digest(folder + name)
      if (this.#taken.has(path)) continue
      this.#taken.add(path)
      if (count > 1) this.#next.set(first, count + 1)
      return name
    }
  }
}

/** Equal for names that systems take for the same. */
function digest(path: string): number {
  return hash('sha256', path.normalize('NFC').toLowerCase(), 'buffer').readUIntBE(0, 6)
}

function safeSegment(segment: string): string {
  const safe = segment
    .toWellFormed()
    .replace(/[\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_')
    .replace(/^([A-Za-z]):/, '$1_')
  return /^\.{0,2}$/.test(safe) ? `_${safe.replaceAll('.', '_')}` : safe
}
