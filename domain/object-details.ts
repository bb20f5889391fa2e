import type { ObjectHeaders } from '../openapi/schema.ts'
import * as v from './valibot.ts'

/** The headers of a file that can be changed, by their names in the API and in HTTP (RFC 9110). */
export const headerNames = {
  content_type: 'Content-Type',
  cache_control: 'Cache-Control',
  content_disposition: 'Content-Disposition',
  content_encoding: 'Content-Encoding',
  content_language: 'Content-Language',
} as const satisfies Record<keyof ObjectHeaders, string>

/** Pairs of metadata of a file at most, as in the contract. */
export const metadataMaximum = 100
const headerMaximum = 512

const header = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(headerMaximum, 'text-too-long'),
  v.regex(/^[ -~]*$/, 'header-characters'),
)

const name = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'required'),
  v.maxLength(256, 'text-too-long'),
  v.regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'metadata-name'),
)

/**
 * Headers and metadata of a file as a form has them. S3 takes at most 2 KiB of metadata as it is sent, which the server
 * counts. Source: S3 API reference, PutObject; Amazon S3 User Guide, "Working with object metadata".
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
      const twice = all.findIndex(each => seen.size === seen.add(each.name).size)
      return twice < 0 ? null : { path: [twice, 'name'], issue: 'tag-key-twice' }
    }),
  ),
})
