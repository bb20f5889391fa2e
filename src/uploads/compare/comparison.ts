import type { DigestName } from './digest.ts'
import type { Digest } from './digest-thread.ts'

/** What the storage says of the bytes it has stored. `checked`: they have the checksum that was sent with them. */
export type Stored = { etag: string; checked: boolean }

/** `unreadable`: the file has changed, or is gone. */
export type Verdict = 'same' | 'different' | 'unreadable'

export type ComputeDigest = (blob: Blob, name: DigestName, signal: AbortSignal) => Promise<Digest>

/** How often bytes that arrived damaged are sent again at once, before the upload waits and retries. */
export const mostResends = 2

/**
 * Compares what was sent with what the storage has stored, where it has not done so itself: by the ETag if that is an
 * MD5. What cannot be compared counts as the same.
 */
export class Comparison {
  readonly #digest: ComputeDigest
  /** Whether the ETags of a bucket are MD5s: once one was, all are. Where a KMS encrypts, they only look like it. */
  readonly #md5s = new Map<string, boolean>()
  readonly #sameParts = new Map<string, Map<number, string>>()

  constructor(digest: ComputeDigest) {
    this.#digest = digest
  }

  /** The parts of an upload that this page has found the same: their ETags, by number. Kept until `forgetPartsOf`. */
  samePartsOf(uploadId: string): Map<number, string> {
    const parts = this.#sameParts.get(uploadId) ?? new Map<number, string>()
    this.#sameParts.set(uploadId, parts)
    return parts
  }

  forgetPartsOf(uploadId: string): void {
    this.#sameParts.delete(uploadId)
  }

  /** Whether what the storage says can be compared with a file. */
  canCompare(bucket: string, { etag, checked }: Stored): boolean {
    return !checked && md5Of(etag) !== undefined && this.#md5s.get(bucket) !== false
  }

  /**
   * `isResent`: an earlier comparison of the same bytes has said `different`. Rejects with the signal's reason when it
   * aborts.
   */
  async compare(
    bucket: string,
    bytes: Blob,
    stored: Stored,
    { isResent, signal }: { isResent: boolean; signal: AbortSignal },
  ): Promise<Verdict> {
    if (!this.canCompare(bucket, stored)) return 'same'
    const found = await this.#digest(bytes, 'md5', signal)
    signal.throwIfAborted()
    if (found === null) return 'same'
    if ('unreadable' in found) return 'unreadable'
    const isSame = found.digest === md5Of(stored.etag)
    if (isSame) this.#md5s.set(bucket, true)
    else if (isResent && !this.#md5s.has(bucket)) this.#md5s.set(bucket, false)
    return isSame || this.#md5s.get(bucket) === false ? 'same' : 'different'
  }
}

/** The MD5 that an ETag may be, in hex. */
function md5Of(etag: string): string | undefined {
  return /^"?([0-9a-f]{32})"?$/i.exec(etag)?.[1]?.toLowerCase()
}
