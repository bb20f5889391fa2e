import type { KeyPair } from '../s3/keys.ts'
import { hmac, signingKey, stringToSign } from '../s3/sigv4.ts'

/** Signs canonical requests of one storage user at one time. `time`: X-Amz-Date; `scope`: goes into the credential. */
export type Signing = { time: string; scope: string; sign(canonicalRequest: string): string }

/** `now`: ms. Source: S3 API reference, "Authenticating requests (AWS Signature Version 4)". */
export function signingAt(options: {
  region: string
  keys: KeyPair
  now: number
  service?: 's3' | 'sns'
}): Signing {
  const timestamp = new Date(options.now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = [timestamp.slice(0, 8), options.region, options.service ?? 's3', 'aws4_request'].join('/')
  const key = signingKey(options.keys.secretKey, scope)
  return {
    time: timestamp,
    scope,
    sign: request => hmac(key, stringToSign({ timestamp, scope }, request)).toString('hex'),
  }
}
