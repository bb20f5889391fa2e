import { hash } from 'node:crypto'
import { nameLimit, zipEntriesMaximum } from '../../domain/limits.ts'

/**
 * Safe, unique names for an archive: no `..`, none that Windows, macOS or Linux cannot create, and no two that differ only in
 * case or Unicode normalization. Deterministic: the same keys in the same order get the same names.
 */
export class ZipNames {
  /**
   * Digests, as the names of 200,000 entries take hundreds of megabytes. A name whose digest collides by chance only
   * gets a number.
   */
  readonly #taken = new Set<number>()
  /** The next number to try, by name: searching from 2 each time would be quadratic for names made to collide. */
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

  /** Like `add`, for paths in the order of a listing: names of folders already passed are dropped. */
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
    const at = dot > 0 && safe.length - dot <= longestExtension ? dot : safe.length
    const [stem, extension] = [safe.slice(0, at), safe.slice(at)]
    const room = nameLimit - Buffer.byteLength(extension)
    const first = cut(stem, room) + extension
    if (this.#take(folder + first)) return first
    // One length for all numbers: then each of them is tried only once, for all stems that are equal after the cut.
    const numbered = cut(stem, room - longestNumber)
    const family = digest(`${folder}${numbered}/${extension}`)
    for (let count = this.#next.get(family) ?? 2; ; count += 1) {
      const name = `${numbered} (${count})${extension}`
      if (!this.#take(folder + name)) continue
      this.#next.set(family, count + 1)
      return name
    }
  }

  /** False: an entry has this name. */
  #take(name: string): boolean {
    const path = digest(name)
    if (this.#taken.has(path)) return false
    this.#taken.add(path)
    return true
  }
}

/** Equal for names that operating systems treat as the same. */
function digest(path: string): number {
  return hash('sha256', path.normalize('NFC').toLowerCase(), 'buffer').readUIntBE(0, 6)
}

/** UTF-16 units, with the dot; in a longer one, the text after the dot belongs to the name. */
const longestExtension = 20
const longestNumber = Buffer.byteLength(` (${zipEntriesMaximum})`)

/** Device names of Windows, which drops spaces before the dot. Cutting may leave a dot after any number of spaces. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?: *(?:\.|$)| {99})/i

/** A name of any length that Windows, macOS and Linux can create. Source: Microsoft, Naming Files, Paths, and Namespaces. */
function safeSegment(segment: string): string {
  if (/^\.{0,2}$/.test(segment)) return `_${segment.replaceAll('.', '_')}`
  return segment
    .toWellFormed()
    .replace(/[<>:"|?*\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_')
    .replace(/[. ]$/, '_')
    .replace(device, '_$&')
}

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter()

/** The whole characters of `text` that fit into `limit` bytes of UTF-8. */
function cut(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(limit))
  const start = graphemes.segment(text.slice(0, read + 2)).containing(read)?.index
  return text.slice(0, start || read).replace(/[. ]$/, '_')
}
