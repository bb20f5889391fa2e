import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/addresses.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { enableUploads } from '../../uploads/uploads-enabled.ts'

const load = () => import('./flow.ts')

/** Uploads files to a folder, after asking about names that exist. */
export async function addFiles(place: Place, items: readonly SelectedItem[]): Promise<void> {
  const flow = await load().catch((error: unknown) => {
    console.warn('Could not load the upload code', error)
    showFailure({ code: 'NETWORK' })
  })
  if (!flow) return
  enableUploads()
  flow.addFilesEvents.add(place, items)
}

/** Loads what `addFiles` and the upload panel need, before the files are chosen. */
addFiles.preload = async () => {
  await Promise.all([
    load(),
    import('../../uploads/panel/uploads-part.tsx'),
    import('../../uploads/panel/upload-panel.tsx'),
  ])
}
