import { headerName } from '../../../domain/object-details.ts'
import { S3Error } from '../protocol/errors.ts'
import { STORAGE_CLASS, storageClassHeader } from '../protocol/storage-class.ts'
import { type Asked, header } from './context.ts'

/** System headers that are stored with an object, and that `response-…` parameters may override. */
export const systemHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]
const META = 'x-amz-meta-'
/** Maximum bytes of names and values: of user metadata, and of system headers. */
const MOST_METADATA = 2048

const MOST_KEY_BYTES = 1024

/** @throws S3Error KeyTooLongError */
export const requireKeyLength = (key: string): void => {
  const bytes = Buffer.byteLength(key)
  if (bytes <= MOST_KEY_BYTES) return
  throw new S3Error('KeyTooLongError', undefined, {
    Size: String(bytes),
    MaxSizeAllowed: String(MOST_KEY_BYTES),
  })
}

/** Headers for features that the engine lacks. Rejected rather than ignored: the client relies on them. */
const refused = /^x-amz-(website-redirect-location|write-offset-bytes)/

/**
 * @throws S3Error NotImplemented for redirects and appends
 */
export const refuseUnsupported = (context: Asked): void => {
  for (const name of Object.keys(context.headers)) {
    if (refused.test(name)) throw new S3Error('NotImplemented', undefined, { Header: name })
  }
}

/**
 * Headers from a pre-signed URL's query, or from a form, have passed no HTTP parser, but will be sent in responses.
 * @throws S3Error InvalidArgument
 */
const requireSendable = (name: string, value: string): void => {
  if (headerName.test(name) && /^[\t -~\x80-\xff]*$/.test(value)) return
  throw new S3Error('InvalidArgument', 'A header has characters that HTTP forbids.', {
    ArgumentName: name,
  })
}

/**
 * The headers that are stored and sent with an object, by lower-case name, as Latin-1 strings of their bytes.
 * `aws-chunked` belongs to the transfer, and is removed from Content-Encoding.
 * @throws S3Error InvalidStorageClass; MetadataTooLarge above 2 KiB of user metadata or of system headers
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
export const objectHeaders = (context: Asked): Record<string, string> => {
  const headers: Record<string, string> = {}
  let metadata = 0
  let system = 0
  for (const name of Object.keys(context.headers)) {
    const value = header(context, name)
    if (value === undefined) continue
    const isSystem = systemHeaders.includes(name)
    if (isSystem || name.startsWith(META)) requireSendable(name, value)
    if (name.startsWith(META)) {
      metadata += name.length - META.length + value.length
      headers[name] = value
    } else if (isSystem) {
      system += name.length + value.length
      headers[name] = value
    }
  }
  if (metadata > MOST_METADATA || system > MOST_METADATA) throw new S3Error('MetadataTooLarge')
  const encoding = headers['content-encoding']
    ?.split(',')
    .filter(token => !['', 'aws-chunked'].includes(token.trim().toLowerCase()))
    .join(',')
    .trim()
  if (encoding) headers['content-encoding'] = encoding
  else delete headers['content-encoding']
  headers['content-type'] ??= 'binary/octet-stream'
  return { ...headers, ...storageClassHeader(header(context, STORAGE_CLASS)) }
}
