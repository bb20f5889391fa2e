import type { ObjectHeaders } from '../openapi/schema.ts'
import * as v from './valibot.ts'

/** The editable headers of a file: names in the API, and in HTTP (RFC 9110). */
export const headerNames = {
  content_type: 'Content-Type',
  cache_control: 'Cache-Control',
  content_disposition: 'Content-Disposition',
  content_encoding: 'Content-Encoding',
  content_language: 'Content-Language',
} as const satisfies Record<keyof ObjectHeaders, string>

/** Metadata entries per file, as in the contract. */
export const metadataMaximum = 100
const headerMaximum = 512

const header = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(headerMaximum, 'text-too-long'),
  v.regex(/^[ -~]*$/, 'header-characters'),
)

/** A header's name; `*` is one of its characters. Source: RFC 9110, 5.6.2. */
export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const name = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'required'),
  v.maxLength(256, 'text-too-long'),
  v.regex(headerName, 'metadata-name'),
)

/**
 * The form for the headers and metadata of a file. S3's limit of 2 KiB of encoded metadata is checked on the server. Source: S3 API reference, PutObject; Amazon S3 User Guide, "Working with object metadata".
 */
export const objectDetailsForm = v.object({
  headers: v.object({
    content_type: header,
    cache_control: header,
    content_disposition: header,
    content_encoding: header,
    content_language: header,
  }),
  metadata: v.pipe(
    v.array(v.object({ name, value: v.pipe(v.string(), v.trim(), v.maxLength(2048, 'text-too-long')) })),
    v.issueAt(all => {
      const seen = new Set<string>()
      const duplicate = all.findIndex(entry => seen.size === seen.add(entry.name).size)
      return duplicate < 0 ? null : { path: [duplicate, 'name'], issue: 'tag-key-twice' }
    }),
  ),
})
