import { folderAddress, type Place } from '../buckets/addresses.ts'

const query = '?show=deleted'

export function deletedAddress(place: Place): string {
  return folderAddress(place) + query
}

export function isDeletedShown(search: string): boolean {
  return new URLSearchParams(search).get('show') === 'deleted'
}
