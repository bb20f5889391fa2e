import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { shownType } from '../../domain/file-kinds.ts'
import { bareName } from '../../domain/object-key.ts'
import { headObject } from './object-details.ts'
import type { SignedAddress } from './presign.ts'

/** `inline` with a file name, like `attachment`. */
const inline = (name: string) => disposition('inline', name)

/** The browser saves the file under this name. */
export const attachment = (name: string) => disposition('attachment', name)

/**
 * A disposition with a file name: `filename` in ASCII for old clients, `filename*` in UTF-8.
 * Source: RFC 6266, appendix D; RFC 8187.
 */
function disposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

/** Creates a folder: an empty object whose key ends in a slash. BUCKET_NOT_FOUND, NOT_ENOUGH_STORAGE. */
export async function createFolder(client: S3Client, bucket: string, folder: string): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: folder,
      Body: new Uint8Array(0),
      ContentType: 'application/x-directory',
    }),
  )
}

type Presign = (address: SignedAddress) => string

/** A pre-signed URL of an object, which a browser shows if it can. OBJECT_NOT_FOUND. */
export async function readUrl(
  client: S3Client,
  presign: Presign,
  bucket: string,
  key: string,
  query: Record<string, string> = {},
): Promise<string> {
  await headObject(client, { bucket, path: key, versionId: query.versionId })
  return presign({ method: 'GET', bucket, key, query })
}

/** A pre-signed URL that downloads a version, or the current one, under its own name. OBJECT_NOT_FOUND. */
export async function downloadUrl(
  client: S3Client,
  presign: Presign,
  bucket: string,
  key: string,
  versionId?: string,
): Promise<string> {
  const name = bareName(key) || 'file'
  return readUrl(client, presign, bucket, key, {
    'response-content-disposition': attachment(name),
    ...(versionId !== undefined && { versionId }),
  })
}

/**
 * A pre-signed URL with which a browser shows a version, or the current one, without running anything in it; null:
 * files of this name cannot be shown that way. OBJECT_NOT_FOUND.
 */
export async function shownUrl(
  client: S3Client,
  presign: Presign,
  bucket: string,
  key: string,
  versionId?: string,
): Promise<string | null> {
  const head = await headObject(client, { bucket, path: key, versionId })
  const type = shownType(key, head.ContentType)
  if (type === null) return null
  const query = {
    'response-content-disposition': inline(bareName(key)),
    'response-content-type': type,
    ...(versionId !== undefined && { versionId }),
  }
  return presign({ method: 'GET', bucket, key, query })
}
