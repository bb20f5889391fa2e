/** The address of a bucket's files. */
export function bucketAddress(bucket: string): string {
  return `/bucket-management/${encodeURIComponent(bucket)}`
}
