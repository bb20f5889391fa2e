import { usePathname } from 'wouter/use-browser-location'
import { readAddress } from '../buckets/folder-address.ts'
import { FolderScreen } from './folder-screen.tsx'
import { NoSuchAddress } from './folder-states.tsx'

/** The files of a bucket, at the folder that the address names. */
export default function FileBrowser() {
  const place = readAddress(usePathname())
  return place ? <FolderScreen key={place.bucket} place={place} /> : <NoSuchAddress />
}
