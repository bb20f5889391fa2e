import { folderAddress, type Place } from '../../buckets/folder-address.ts'

const query = '?show=deleted'

/** The address of the files that were deleted from a folder. */
export function deletedAddress(place: Place): string {
  return folderAddress(place) + query
}

/** Whether a query says that deleted files are shown. */
export function isDeletedShown(search: string): boolean {
  return new URLSearchParams(search).get('show') === 'deleted'
}
