import { readAddress } from '../buckets/addresses.ts'

/**
 * What preview and panel show: `name` in the query of an address is that of a file or folder in the folder at `path`, a raw
 * path of the console; elsewhere, among results, it is `bucket/key`.
 */
export function namedAt(path: string, name: string): { bucket: string; key: string } {
  const place = readAddress(path)
  if (place) return { bucket: place.bucket, key: place.prefix + name }
  const slash = name.indexOf('/')
  return slash < 0 ? { bucket: name, key: '' } : { bucket: name.slice(0, slash), key: name.slice(slash + 1) }
}
