import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/folder-address.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { wantUploads } from '../../uploads/wanted.ts'

const load = () => import('./adding.ts')

/** Adds files to a folder: taken names are asked about, then they are uploaded. */
export async function addFiles(place: Place, items: readonly SelectedItem[]): Promise<void> {
  const adding = await load().catch((error: unknown) => {
    console.warn('The uploads did not come', error)
    showFailure({ code: 'NETWORK' })
  })
  if (!adding) return
  wantUploads()
  adding.addingEvents.add(place, items)
}

/** Asks for what `addFiles` needs, before the files are chosen. */
addFiles.preload = async () => void (await load())
