import { S3Error } from '../protocol/errors.ts'

/**
 * Undoes percent-encoding.
 * @throws S3Error InvalidURI for bad escapes and invalid UTF-8
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
