import { isUtf8 } from 'node:buffer'
import { HeadObjectCommand, type HeadObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { isLockMode } from '../../domain/object-lock.ts'
import type { ObjectDetails, VersionLock } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'

/** A version of an object. `versionId` undefined: the current one. */
export type Named = { bucket: string; path: string; versionId?: string | undefined }

/** What a request names. */
export function namedIn(of: { bucket: string; path: string; version_id?: string | undefined }): Named {
  return { bucket: of.bucket, path: of.path, versionId: of.version_id }
}

/** OBJECT_NOT_FOUND, also for a delete marker. Source: S3 API reference, HeadObject. */
export async function headObject(
  client: S3Client,
  { bucket, path, versionId }: Named,
): Promise<HeadObjectCommandOutput> {
  try {
    return await client.send(
      new HeadObjectCommand({ Bucket: bucket, Key: path, VersionId: versionId, ChecksumMode: 'ENABLED' }),
    )
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode
    // 405: it is a delete marker. 400: a malformed version id; a HEAD has no body that would say so.
    const isNone = status === 405 || (status === 400 && versionId !== undefined)
    throw isNone ? new Problem('OBJECT_NOT_FOUND', { cause: error }) : error
  }
}

/** The details of an object in a HEAD response. */
export function detailsOf(
  head: HeadObjectCommandOutput,
): Omit<ObjectDetails, 'revision' | 'tags' | 'expiry'> {
  return {
    version_id: head.VersionId ?? null,
    size: head.ContentLength ?? 0,
    last_modified: head.LastModified ? Math.floor(head.LastModified.getTime() / 1000) : null,
    etag: head.ETag ?? '',
    headers: {
      content_type: head.ContentType ?? '',
      cache_control: head.CacheControl ?? '',
      content_disposition: head.ContentDisposition ?? '',
      content_encoding: head.ContentEncoding ?? '',
      content_language: head.ContentLanguage ?? '',
    },
    expires: head.ExpiresString ?? null,
    metadata: Object.entries(head.Metadata ?? {}).map(([name, value]) => ({
      name,
      value: decodeMetadata(value),
    })),
    storage_class: head.StorageClass ?? 'STANDARD',
    encryption: head.ServerSideEncryption ?? null,
    checksums: checksumsOf(head),
    lock: lockOfHead(head),
  }
}

function checksumsOf(head: HeadObjectCommandOutput): ObjectDetails['checksums'] {
  return Object.entries(head).flatMap(([field, value]) => {
    const algorithm = /^Checksum(?!Type)([A-Z0-9]+)$/.exec(field)?.[1]
    if (algorithm === undefined || typeof value !== 'string') return []
    return [{ algorithm, value, of_parts: head.ChecksumType === 'COMPOSITE' }]
  })
}

export function lockOfHead(head: HeadObjectCommandOutput): VersionLock {
  const mode = head.ObjectLockMode?.toLowerCase() ?? ''
  const until = head.ObjectLockRetainUntilDate
  return {
    mode: isLockMode(mode) ? mode : null,
    until: until ? Math.floor(until.getTime() / 1000) : null,
    legal_hold: head.ObjectLockLegalHoldStatus === 'ON',
  }
}

const encodedWord = /=\?UTF-8\?(?:B\?([A-Za-z0-9+/=]*)|Q\?([!-~]*?))\?=/gi

/**
 * A metadata value as sent: headers carry ASCII, so other text becomes an encoded word, as in S3's own responses.
 * Source: RFC 2047; Amazon S3 User Guide, "Working with object metadata".
 */
export function encodeMetadata(value: string): string {
  const plain = /^([!-~]([ -~]*[!-~])?)?$/.test(value) && !value.includes('=?')
  return plain ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`
}

/** The text of a metadata value, which other programs may also have sent as UTF-8 bytes. */
function decodeMetadata(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : sent
  return text.replace(encodedWord, (_, base64?: string, quoted?: string) =>
    base64 === undefined
      ? Buffer.from(
          (quoted ?? '')
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
      : Buffer.from(base64, 'base64').toString('utf8'),
  )
}
