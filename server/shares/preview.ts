import { shownType } from '../../domain/file-kinds.ts'
import { MiB } from '../../domain/limits.ts'
import { openBytes, type Source } from '../storage/zip-entries.ts'
import type { OpenShare } from './open-share.ts'
import type { Preview } from './page.ts'

/** Bytes of a text that the page itself shows. */
const textShown = 32 * 1024
/** Larger pictures of files that can be downloaded are not loaded by themselves. */
const pictureMost = 32 * MiB

/**
 * The media type with which the file may be shown to a guest without running anything in it; null: it may not be. Files
 * whose downloads are counted are not: looking would be a download.
 */
export function guestType({ share, head }: Pick<OpenShare, 'share' | 'head'>): string | null {
  if (share.downloadLimit !== null) return null
  const type = shownType(share.path, head.ContentType)
  return type === 'application/pdf' ? null : type
}

/** What the page shows of the file; null: nothing. */
export async function previewOf(opened: OpenShare, readHere: Source['readHere']): Promise<Preview | null> {
  const type = guestType(opened)
  if (type === null) return null
  const { share, head } = opened
  const size = head.ContentLength ?? 0
  const [kind] = type.split('/')
  if (kind === 'video' || kind === 'audio') return { kind }
  if (kind === 'image') return share.mode === 'look' || size <= pictureMost ? { kind } : null
  const text = decoded(await beginning(opened, readHere), /charset=(.*)$/.exec(type)?.[1])
  return { kind: 'text', text, whole: size <= textShown }
}

async function beginning({ share, head, access }: OpenShare, readHere: Source['readHere']): Promise<Buffer> {
  const size = head.ContentLength ?? 0
  const to = Math.min(size, textShown)
  if (to === 0) return Buffer.alloc(0)
  const pieces = await openBytes(
    { ...access, readHere },
    {
      ...{ bucket: share.bucket, key: share.path, versionId: share.versionId ?? undefined },
      ...{ etag: head.ETag ?? '', from: 0, to, size },
    },
  )
  const all: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    all.push(Buffer.from(piece))
    length += piece.length
    if (length >= to) break
  }
  return Buffer.concat(all).subarray(0, to)
}

/** A text in its encoding, or in UTF-8; without half a letter at its end. */
function decoded(bytes: Buffer, charset = 'utf-8'): string {
  const decode = (label: string) => new TextDecoder(label).decode(bytes, { stream: true })
  try {
    return decode(charset)
  } catch {
    // No such encoding.
    return decode('utf-8')
  }
}
