import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * Percent-encodes all but A-Z a-z 0-9 - . _ ~, in UTF-8, upper-case hex.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Like `uriEncode`, but leaves slashes unchanged: for paths, and keys in `encoding-type=url` listings. */
export function uriEncodePath(text: string): string {
  return uriEncode(text).replaceAll('%2F', '/')
}

/** The canonical query of decoded names and values: sorted by name, then by value. */
export function canonicalQuery(entries: [name: string, value: string][]): string {
  return entries
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort((a, b) => byCodePoint(a[0], b[0]) || byCodePoint(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A KeyObject needs a sixth of the time of the same key as bytes. */
export function hmac(key: KeyObject, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

const keys = new LRUCache<string, KeyObject>({ max: 1000 })

/** `scope`: date/region/service/aws4_request. */
export function signingKey(secret: string, scope: string): KeyObject {
  const name = `${secret} ${scope}`
  const known = keys.get(name)
  if (known) return known
  const key = scope
    .split('/')
    .reduce((key, part) => createSecretKey(hmac(key, part)), createSecretKey(`AWS4${secret}`, 'utf8'))
  keys.set(name, key)
  return key
}

/** `timestamp`: X-Amz-Date. The canonical request's header values are Latin-1 strings of the bytes on the wire. */
export function stringToSign(signed: { timestamp: string; scope: string }, canonicalRequest: string): string {
  const digest = hash('sha256', Buffer.from(canonicalRequest, 'latin1'))
  return `AWS4-HMAC-SHA256\n${signed.timestamp}\n${signed.scope}\n${digest}`
}
