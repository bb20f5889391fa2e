import type { DigestName } from './digest.ts'
import type { Digest } from './digest-thread.ts'

/**
 * What the storage reports of the bytes it has stored. `crc32`: base64; null if it reports none. `checked`: they have the
 * checksum that was sent with them.
 */
export type Stored = { etag: string; crc32: string | null; checked?: boolean }

/** `unreadable`: the file has changed, or is gone. */
type Verdict = 'same' | 'different' | 'unreadable'

export type ComputeDigest = (blob: Blob, name: DigestName, signal: AbortSignal) => Promise<Digest>

/** How often bytes that arrived damaged are sent again at once, before the upload waits and retries. */
export const mostResends = 2

/**
 * Compares what was sent with what the storage has stored, where it has not done so itself: by the CRC-32 that it reports,
 * else by the ETag if that is an MD5. What can be compared with neither counts as the same.
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

  /** Whether what the storage reports can be compared with a file. */
  canCompare(bucket: string, { etag, crc32, checked }: Stored): boolean {
    if (checked) return false
    return crc32 !== null || (md5Of(etag) !== undefined && this.#md5s.get(bucket) !== false)
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
    const { etag, crc32 } = stored
    const found = await this.#digest(bytes, crc32 === null ? 'md5' : 'crc32', signal)
    signal.throwIfAborted()
    if (found === null) return 'same'
    if ('unreadable' in found) return 'unreadable'
    const isSame = found.digest === (crc32 ?? md5Of(etag))
    if (crc32 !== null) return isSame ? 'same' : 'different'
    if (isSame) this.#md5s.set(bucket, true)
    else if (isResent && !this.#md5s.has(bucket)) this.#md5s.set(bucket, false)
    return isSame || this.#md5s.get(bucket) === false ? 'same' : 'different'
  }
}

/** The MD5 that an ETag may be, in hex. */
function md5Of(etag: string): string | undefined {
  return /^"?([0-9a-f]{32})"?$/i.exec(etag)?.[1]?.toLowerCase()
}
