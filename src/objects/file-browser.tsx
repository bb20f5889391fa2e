import { usePathname } from 'wouter/use-browser-location'
import { readAddress } from '../buckets/folder-address.ts'
import { queryClient } from '../session/query-client.ts'
import { FolderScreen } from './folder-screen.tsx'
import { NoSuchAddress } from './folder-states.tsx'
import { prefetchListing } from './use-listing.ts'

/** The files of a bucket, at the folder that the address names. */
export default function FileBrowser() {
  const place = readAddress(usePathname())
  return place ? <FolderScreen key={place.bucket} place={place} /> : <NoSuchAddress />
}

/** Asks for the files at a raw pathname, before it is shown. */
export function prefetch(pathname: string): void {
  const place = readAddress(pathname)
  if (place) prefetchListing(queryClient, place)
}
