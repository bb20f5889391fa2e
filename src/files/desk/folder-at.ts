import { type Place, readAddress } from '../../buckets/addresses.ts'
import { pathOf } from '../../site/base-path.ts'

/** A folder that is shown: as a row or a tile of the open folder, or by a link to it, as a row of buckets has one. */
export type ShownFolder = { place: Place; element: Element }

/** The folder that an element of the page stands for, or is within. `here`: the open folder. */
export function folderAt(element: Element | null, here: Place | null): ShownFolder | null {
  const item = element?.closest<HTMLElement>('[data-key]')
  if (here && item) {
    const prefix = item.dataset.key!
    // The open folder's own object has its key.
    const isFolder = prefix.endsWith('/') && prefix !== here.prefix
    return isFolder ? { place: { bucket: here.bucket, prefix }, element: item } : null
  }
  const link = element?.closest('a')
  // A query shows something else of the folder.
  if (!link || link.origin !== location.origin || link.search !== '') return null
  const place = readAddress(pathOf(link.pathname))
  return place && { place, element: link.closest('tr') ?? link }
}
