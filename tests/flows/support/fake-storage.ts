import { createHash } from 'node:crypto'
import { crc32, crc32Text } from '../../../src/uploads/compare/crc32.ts'

const contents = new WeakMap<Blob, Uint8Array<ArrayBuffer>>()

/** A file whose bytes are read without waiting, and so are its slices. */
export class MemoryFile extends File {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(name: string, bytes: Uint8Array<ArrayBuffer>) {
    super([bytes], name, { lastModified: 1 })
    this.#bytes = bytes
    contents.set(this, bytes)
  }

  override slice(start = 0, end = this.size): Blob {
    const bytes = this.#bytes.subarray(start, end)
    const blob = new Blob([bytes])
    contents.set(blob, bytes)
    return blob
  }
}

export function bytesOf(blob: Blob): Uint8Array<ArrayBuffer> {
  const bytes = contents.get(blob)
  if (!bytes) throw new Error('These bytes are not of a file of the walk')
  return bytes
}

export const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const crc32Of = (bytes: Uint8Array) => crc32Text(crc32(bytes))

type Upload = { key: string; parts: Map<number, Uint8Array<ArrayBuffer>> }

/** A storage of one bucket, as S3 keeps objects and parts. */
export class FakeStorage {
  readonly objects = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly uploads = new Map<string, Upload>()
  #last = 0

  start(key: string): string {
    const id = `upload-${++this.#last}`
    this.uploads.set(id, { key, parts: new Map() })
    return id
  }

  /** Stores an object, or a part. False: there is no such upload. */
  put(
    key: string,
    part: { uploadId: string; number: number } | null,
    bytes: Uint8Array<ArrayBuffer>,
  ): boolean {
    if (!part) {
      this.objects.set(key, bytes)
      return true
    }
    const upload = this.uploads.get(part.uploadId)
    upload?.parts.set(part.number, bytes)
    return upload !== undefined
  }

  list(uploadId: string): { number: number; etag: string; size: number }[] | null {
    const upload = this.uploads.get(uploadId)
    if (!upload) return null
    return [...upload.parts].map(([number, bytes]) => ({
      number,
      etag: `"${md5(bytes)}"`,
      size: bytes.length,
    }))
  }

  complete(
    uploadId: string,
    listed: readonly { number: number; etag: string }[],
  ): 'ok' | 'UPLOAD_NOT_FOUND' | 'INVALID_PARTS' {
    const upload = this.uploads.get(uploadId)
    if (!upload) return 'UPLOAD_NOT_FOUND'
    const parts = [...listed].sort((a, b) => a.number - b.number)
    const bytes = parts.map(({ number }) => upload.parts.get(number))
    const fits = parts.every(({ etag }, index) => bytes[index] && etag === `"${md5(bytes[index])}"`)
    // Ceph RGW completes an upload only with every part that it holds.
    if (!fits || parts.length !== upload.parts.size) return 'INVALID_PARTS'
    this.objects.set(upload.key, new Uint8Array(Buffer.concat(bytes as Uint8Array[])))
    this.uploads.delete(uploadId)
    return 'ok'
  }
}
