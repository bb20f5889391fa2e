import { unzipSync } from 'fflate'
import { limits, TooComplex } from './model.ts'

/** Reads entries of a ZIP within the size limits. */
export class Zip {
  readonly #bytes: Uint8Array
  readonly #sizes = new Map<string, number>()
  #unpacked = 0

  /** Reads the list of entries. Throws TooComplex. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (this.#sizes.size >= limits.entries) throw new TooComplex('entries')
        this.#sizes.set(name, originalSize)
        return false
      },
    })
  }

  /** The unpacked entry, or null when there is none. Throws TooComplex. */
  read(name: string): Uint8Array<ArrayBuffer> | null {
    const size = this.#sizes.get(name)
    if (size === undefined) return null
    this.#unpacked += size
    if (size > limits.entryBytes || this.#unpacked > limits.bytes) throw new TooComplex('bytes')
    let found = false
    // The library unpacks at most the declared size.
    const entries = unzipSync(this.#bytes, {
      filter: entry => {
        const matches = !found && entry.name === name && entry.originalSize === size
        found ||= matches
        return matches
      },
    })
    return (entries[name] as Uint8Array<ArrayBuffer> | undefined) ?? null
  }

  /** Like `read`, for a required entry. Throws when there is none. */
  need(name: string): Uint8Array<ArrayBuffer> {
    const bytes = this.read(name)
    if (!bytes) throw new Error(`The file has no ${name}.`)
    return bytes
  }
}
