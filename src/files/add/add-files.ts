import { deskTexts } from '../../../languages/screen-texts.ts'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/addresses.ts'
import { withMessages } from '../../i18n/text.ts'
import { showFailure } from '../../shell/show-failure.ts'
import { enableUploads } from '../../uploads/uploads-enabled.ts'

const load = () => withMessages(import('./flow.ts'), deskTexts)

/** Uploads files to a folder, after asking about names that exist. `pasted`: a picture of the clipboard has no name. */
export async function addFiles(
  place: Place,
  items: readonly SelectedItem[],
  { pasted = false } = {},
): Promise<void> {
  const flow = await load().catch((error: unknown) => {
    console.warn('Could not load the upload code', error)
    showFailure({ code: 'NETWORK' })
  })
  if (!flow) return
  enableUploads()
  flow.addFilesEvents.add(place, pasted ? flow.namedPictures(items, new Date()) : items)
}

/** Loads what `addFiles` and the upload panel need, before the files are chosen. */
addFiles.preload = async () => {
  await Promise.all([
    load(),
    import('../../uploads/panel/uploads-part.tsx'),
    import('../../uploads/panel/upload-panel.tsx'),
  ])
}
