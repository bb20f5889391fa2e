export function bucketAddress(bucket: string): string {
  return `/bucket-management/${encodeURIComponent(bucket)}`
}

/** The address of a bucket's page, at one of its tabs. No bucket can be named `-`. */
export function bucketPageAddress(bucket: string, tab = 'overview'): string {
  return `/bucket-management/-/${encodeURIComponent(bucket)}/${tab}`
}
