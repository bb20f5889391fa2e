import { useCallback } from 'react'
import { deskTexts } from '../../../languages/screen-texts.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText, withMessages } from '../../i18n/text.ts'
import { showFailure } from '../../shell/show-failure.ts'
import type { Downloading } from './download-items.ts'

/** `downloadItems`, whose code comes with the first download. */
export function useDownload(removeKeys: Downloading['removeKeys']) {
  const t = useText()
  const format = useFormats()
  return useCallback(
    async (place: Place, items: readonly ObjectItem[]) => {
      const code = await withMessages(import('./download-items.ts'), deskTexts).catch((error: unknown) => {
        console.warn('Could not load the download code', error)
        showFailure({ code: 'NETWORK' })
      })
      await code?.downloadItems({ t, format, removeKeys }, place, items)
    },
    [t, format, removeKeys],
  )
}
