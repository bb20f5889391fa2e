import { chakra } from '@chakra-ui/react'
import { ChevronUp, X } from 'lucide-react'
import { selectActivity, selectBytes, selectIsRunning } from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { QueueProgress, useUploadTitle } from './upload-summary.tsx'
import { useUploads } from './use-uploads.ts'

/** The minimised panel of a small window: it leaves the window to the files, and opens on a press anywhere. */
export function SlimBar({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  const title = useUploadTitle()
  const { percent } = useUploads(selectBytes)
  const ended = !useUploads(selectIsRunning)
  const uploading = useUploads(selectActivity) === 'uploading'
  return (
    <>
      <QueueProgress height="3px" />
      <chakra.header display="flex" alignItems="center" gap="2" ps="4" pe="2" py="1" onClick={onOpen}>
        <chakra.h2 flex="1" minW="0" textStyle="label" truncate>
          {title}
        </chakra.h2>
        {uploading && percent !== null && (
          <chakra.span textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums">
            {t('uploads.percent', { percent: Math.floor(percent) })}
          </chakra.span>
        )}
        <IconButton label={t('uploads.restore')} aria-expanded={false}>
          <ChevronUp />
        </IconButton>
        {ended && (
          <IconButton
            label={t('uploads.close')}
            onClick={event => {
              event.stopPropagation()
              uploadEvents.clear(true)
            }}
          >
            <X />
          </IconButton>
        )}
      </chakra.header>
    </>
  )
}
