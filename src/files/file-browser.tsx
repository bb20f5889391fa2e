import { type ReactNode, useInsertionEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { versionTexts } from '../../languages/screen-texts.ts'
import { readAddress } from '../buckets/addresses.ts'
import { withMessages } from '../i18n/text.ts'
import { queryClient } from '../session/query-client.ts'
import { useRawPath } from '../shell/navigate.ts'
import { lazyScreen } from '../ui/lazy.tsx'
import { isDeletedShown } from './addresses.ts'
import { itemOf } from './list/listing-pages.ts'
import { prefetchListing, showListing } from './list/use-listing.ts'
import { FolderScreen } from './page/folder-screen.tsx'
import { NoSuchFiles } from './page/folder-states.tsx'

const DeletedScreen = lazyScreen(() => withMessages(import('./deleted/deleted-screen.tsx'), versionTexts))

/** The files of a bucket, at the folder that the address names. */
export default function FileBrowser() {
  const place = readAddress(useRawPath())
  const deleted = isDeletedShown(useSearch())
  if (!place) return <NoSuchFiles place={null} />
  if (deleted) return <DeletedScreen key={place.bucket + place.prefix} place={place} />
  return <FolderScreen key={place.bucket} place={place} />
}

/** Preloads the files at a raw pathname. */
export function prefetch(pathname: string): void {
  const place = readAddress(pathname)
  if (place) prefetchListing(queryClient, place)
}

const samplePlace = { bucket: '', prefix: '' }

/** A hidden folder with sample items, which loads the styles. Calls `onRendered` once they are in the document. */
export function folderSample(onRendered: () => void): ReactNode {
  const items = ['a/b', 'a.txt'].map(key => itemOf('', { key, size: 1 }, 1)!)
  showListing(queryClient, samplePlace, items)
  return <Sample onRendered={onRendered} />
}

function Sample({ onRendered }: { onRendered: () => void }) {
  useInsertionEffect(() => queueMicrotask(onRendered))
  return <FolderScreen place={samplePlace} />
}
