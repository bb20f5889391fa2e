import { bucketPageAddress } from './address.ts'

/** The address of the lifecycle rules of a bucket, opened from one of its folders. */
export function lifecycleAddress(bucket: string, folder: string): string {
  return `${bucketPageAddress(bucket, 'lifecycle')}?${new URLSearchParams({ folder })}`
}

/** The folder that a query (`?folder=logs/`) names; '' for none. */
export function folderOf(query: string): string {
  const folder = new URLSearchParams(query).get('folder') ?? ''
  return folder.endsWith('/') ? folder : ''
}
