import { createHash, createHmac } from 'node:crypto'
import type { KeyPair } from './client.ts'

/** Signs requests of one storage user at one time. `time` is X-Amz-Date, `scope` belongs into the credential. */
export type Signing = { time: string; scope: string; sign(canonicalRequest: string): string }

/** Source: S3 API reference, "Authenticating requests (AWS Signature Version 4)". `now`: ms. */
export function signingAt(options: { region: string; keys: KeyPair; now: number }): Signing {
  const time = new Date(options.now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const steps = [time.slice(0, 8), options.region, 's3', 'aws4_request']
  const scope = steps.join('/')
  const key = steps.reduce<Buffer | string>(hmac, `AWS4${options.keys.secretKey}`)
  return {
    time,
    scope,
    sign: request => hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`).toString('hex'),
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** RFC 3986: everything but unreserved characters, in UTF-8. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A canonical query: sorted by encoded name. */
export function canonicalQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
