import type { BucketRow } from '../store/buckets.ts'
import type { Version } from '../store/versions.ts'
import { expiryOf } from './expiry.ts'
import { enabledRules } from './rules.ts'

/** When the rules will remove the current version of a key: `x-amz-expiration`, or nothing. */
export const expirationHeader = (
  bucket: BucketRow,
  version: Pick<Version, 'key' | 'size' | 'tags' | 'modified'>,
): Record<string, string> => {
  const expiry = expiryOf(enabledRules(bucket), { ...version, marker: false })
  if (!expiry) return {}
  const date = new Date(expiry.at).toUTCString()
  return { 'x-amz-expiration': `expiry-date="${date}", rule-id="${encodeURIComponent(expiry.rule)}"` }
}
