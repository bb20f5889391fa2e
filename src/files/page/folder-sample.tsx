import { type ReactNode, useInsertionEffect } from 'react'
import { queryClient } from '../../session/query-client.ts'
import { itemOf } from '../list/listing-pages.ts'
import { showListing } from '../list/use-listing.ts'
import { FolderScreen } from './folder-screen.tsx'

const place = { bucket: '', prefix: '' }

/** A hidden folder with sample items, which loads the styles. Calls `onRendered` once they are in the document. */
export function folderSample(onRendered: () => void): ReactNode {
  const items = ['a/b', 'a.txt'].map(key => itemOf('', { key, size: 1 }, 1)!)
  showListing(queryClient, place, items)
  return <Sample onRendered={onRendered} />
}

function Sample({ onRendered }: { onRendered: () => void }) {
  useInsertionEffect(() => queueMicrotask(onRendered))
  return <FolderScreen place={place} />
}
