const root = '/bucket-management/'

/** The address of a folder, as parts. */
export type Place = { bucket: string; prefix: string }

/**
 * One segment of an address. Browsers and proxies resolve `.` and `..` (also as `%2e`, WHATWG URL) and merge empty
 * segments, so those get the prefix `~`, and so does a segment that starts with one.
 */
function encodeSegment(segment: string): string {
  const guarded = /^(\.{0,2}$|~)/.test(segment) ? `~${segment}` : segment
  return encodeURIComponent(guarded)
}

function decodeSegment(segment: string): string {
  const guarded = decodeURIComponent(segment)
  return guarded.startsWith('~') ? guarded.slice(1) : guarded
}

/** The address of a folder; `prefix` is empty or ends in a slash: `a b/../` → `/bucket-management/x/a%20b/~..`. */
export function folderAddress({ bucket, prefix }: Place): string {
  const segments = prefix.split('/').slice(0, -1)
  return root + [bucket, ...segments].map(encodeSegment).join('/')
}

/** The address of the parent folder; the parent of a bucket's root is the list of buckets. */
export function addressAbove({ bucket, prefix }: Place): string {
  if (prefix === '') return root.slice(0, -1)
  return folderAddress({ bucket, prefix: prefix.slice(0, prefix.slice(0, -1).lastIndexOf('/') + 1) })
}

/** The folder at a raw (not decoded) pathname, or null if it is none: pages of buckets are below `-`. */
export function readAddress(pathname: string): Place | null {
  if (!pathname.startsWith(root)) return null
  const [bucket, ...segments] = pathname.slice(root.length).replace(/\/$/, '').split('/')
  if (!bucket || bucket === '-') return null
  try {
    return {
      bucket: decodeSegment(bucket),
      prefix: segments.map(segment => `${decodeSegment(segment)}/`).join(''),
    }
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** The display name of a folder whose name has no visible characters. */
export function shownName(name: string): string {
  return name === '' ? '/' : name
}

/** The name of the folder itself; at the top, the bucket's. */
export function folderName({ bucket, prefix }: Place): string {
  return shownName(prefix === '' ? bucket : prefix.slice(prefix.slice(0, -1).lastIndexOf('/') + 1, -1))
}

export function bucketAddress(bucket: string): string {
  return root + encodeURIComponent(bucket)
}

/** The address of a bucket's page, at one of its tabs. No bucket can be named `-`. */
export function bucketPageAddress(bucket: string, tab = 'overview'): string {
  return `${root}-/${encodeURIComponent(bucket)}/${tab}`
}

/** The address of the lifecycle rules of a bucket, opened from one of its folders. */
export function lifecycleAddress(bucket: string, folder: string): string {
  return `${bucketPageAddress(bucket, 'lifecycle')}?${new URLSearchParams({ folder })}`
}

/** The folder that a query (`?folder=logs/`) names; '' for none. */
export function folderOf(query: string): string {
  const folder = new URLSearchParams(query).get('folder') ?? ''
  return folder.endsWith('/') ? folder : ''
}
