import { withoutBase } from './base-path.ts'
import { keyIssue } from './object-key.ts'
import { routeOf } from './roles.ts'

/** A bucket, a folder (its key ends in a slash) or a file. `key` is empty for the bucket itself. */
export type Reading = { bucket: string; key: string }

/** What a text says that leads somewhere: an address of this console, or what it may mean in the storage, the likeliest first. */
export type TypedPath =
  | { kind: 'address'; address: string }
  | { kind: 'places'; readings: readonly Reading[] }

/** Where the console is served, as the browser has it: `https://kho.example`, `/kho`. */
export type ConsoleSite = { origin: string; basePath: string }

/** A key is 1,024 bytes at most, each of which may be escaped; the rest is the address before it. */
const longest = 4096
const longestBucket = 255

const quotes: Readonly<Record<string, string>> = {
  ...{ '"': '"', "'": "'", '`': '`', '<': '>', '(': ')' },
  ...{ '“': '”', '‘': '’', '«': '»', '„': '“' },
}

/** Without the spaces, line ends and quotes that come along when something is copied: ` "a/b" ` → `a/b`. */
function bare(text: string): string {
  const trimmed = text.trim()
  const closing = quotes[trimmed[0] ?? '']
  return closing !== undefined && trimmed.length > 1 && trimmed.endsWith(closing)
    ? bare(trimmed.slice(1, -1))
    : trimmed
}

/** Without percent escapes; null where they are none. */
function unescaped(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The bucket and the key of `bucket/key`. */
function split(path: string): Reading {
  const slash = path.indexOf('/')
  return slash === -1
    ? { bucket: path, key: '' }
    : { bucket: path.slice(0, slash), key: path.slice(slash + 1) }
}

function isPossible({ bucket, key }: Reading): boolean {
  if (bucket === '' || bucket.length > longestBucket || !bucket.isWellFormed()) return false
  return key === '' || keyIssue(key) === null
}

/** Buckets may have dots: `a.b.s3.example` may be the host of `a`, `a.b` or `a.b.s3`. */
function bucketsOf(host: string): string[] {
  const labels = host.replace(/:\d+$/, '').split('.').slice(0, longestBucket)
  return labels.slice(1).map((_, index) => labels.slice(0, index + 1).join('.'))
}

/** What an address of a storage may mean: path style first, then the bucket as a part of the host. */
function readingsOf(host: string, path: string): (Reading | null)[] {
  const decoded = unescaped(path)
  if (decoded === null) return []
  return [split(decoded), ...bucketsOf(host).map(bucket => ({ bucket, key: decoded }))]
}

/** The address of this console that the text is, without its base path; null if it is none. */
function consoleAddress(text: string, { origin, basePath }: ConsoleSite): string | null {
  if (/^\/(?!\/)/.test(text)) return routeOf(text.replace(/[?#].*$/s, '')) ? text : null
  if (text !== origin && !text.startsWith(`${origin}/`)) return null
  const path = text.slice(origin.length) || '/'
  if (basePath !== '' && path !== basePath && !path.startsWith(`${basePath}/`)) return null
  const address = withoutBase(path, basePath)
  return address.startsWith('//') || !address.isWellFormed() ? null : address
}

/**
 * Reads what was typed or pasted: `bucket/folder/key`, `s3://…`, an ARN, an address of this console or of the storage, with
 * quotes, spaces or percent escapes. null: it leads nowhere, but may be a name.
 */
export function typedPath(text: string, site: ConsoleSite): TypedPath | null {
  if (text.length > longest) return null
  const pasted = bare(text)
  const address = consoleAddress(pasted, site)
  if (address !== null) return { kind: 'address', address }
  const readings = allReadings(text, pasted).filter(each => each !== null && isPossible(each)) as Reading[]
  return readings.length > 0 ? { kind: 'places', readings: distinct(readings) } : null
}

function allReadings(text: string, pasted: string): (Reading | null)[] {
  const web = /^https?:\/\/([^/?#\\\s]+)\/?([^?#]*)/i.exec(pasted)
  if (web) return readingsOf(web[1]!, web[2]!)
  const named = /^(?:s3:\/\/|arn:aws[\w-]*:s3:::)(.*)$/is.exec(pasted)
  const path = named ? named[1]! : pasted.replace(/^\/(?!\/)/, '')
  if (!named && (!pasted.includes('/') || /^[a-z][a-z0-9+.-]*:\/\//i.test(pasted))) return []
  const decoded = unescaped(path)
  // A name may itself have spaces at its end, or what looks like an escape.
  return [...(named ? [] : [split(text)]), split(path), decoded === null ? null : split(decoded)]
}

function distinct(readings: readonly Reading[]): Reading[] {
  const seen = new Map(readings.map(each => [`${each.bucket}/${each.key}`, each]))
  return [...seen.values()]
}
