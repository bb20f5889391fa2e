import { S3Error } from '../errors.ts'

/**
 * Percent-encodes as Signature Version 4 wants it: all but A-Z a-z 0-9 - . _ ~, in UTF-8, upper-case hex.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** As `uriEncode`, with slashes left as they are: for paths, and keys in `encoding-type=url` answers. */
export const uriEncodePath = (text: string): string => uriEncode(text).replaceAll('%2F', '/')

/**
 * Undoes percent-encoding.
 * @throws S3Error InvalidURI for bad escapes and for what is not UTF-8
 */
export const uriDecode = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI')
  }
}

/** A request's query: decoded names and values in the order sent. A plus sign is a space. */
export type Query = {
  entries: [string, string][]
  get(name: string): string | undefined
  has(name: string): boolean
}

/** @throws S3Error InvalidURI */
export const parseQuery = (raw: string): Query => {
  const entries: [string, string][] = []
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    const value = at < 0 ? '' : pair.slice(at + 1)
    entries.push([uriDecode(name.replaceAll('+', ' ')), uriDecode(value.replaceAll('+', ' '))])
  }
  const values = new Map<string, string>()
  for (const [name, value] of entries) if (!values.has(name)) values.set(name, value)
  return { entries, get: name => values.get(name), has: name => values.has(name) }
}
