import { chakra } from '@chakra-ui/react'
import { ChevronUp, Maximize2, Minimize2, Minus, Pause, Play, X } from 'lucide-react'
import {
  selectActivity,
  selectBytes,
  selectForAll,
  selectIsRunning,
} from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { type PanelSize, useSmallWindow } from './panel-size.ts'
import { QueueProgress, useUploadTitle } from './upload-summary.tsx'
import { useUploads, useUploadsRestoring } from './use-uploads.ts'

type HeadProps = { size: PanelSize; onSize: (size: PanelSize) => void; own: boolean }

export function PanelHead({ size, onSize, own }: HeadProps) {
  const t = useText()
  const title = useUploadTitle()
  const restoring = useUploadsRestoring()
  const ended = !useUploads(selectIsRunning)
  const minimised = size === 'minimised'
  const maximised = size === 'maximised'
  const small = useSmallWindow()
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      gap={{ base: '2', md: '1' }}
      ps="4"
      pe="2"
      pt="2"
      pb="1"
    >
      <chakra.h2
        flex="1"
        minW="0"
        textStyle="label"
        fontSize="md"
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
      >
        {own ? title : t(restoring ? 'uploads.restoring' : 'uploads.panel')}
      </chakra.h2>
      {minimised && <PauseAll />}
      {own && (
        <Tip label={t(minimised ? 'uploads.restore' : 'uploads.minimise')}>
          <IconButton
            size="sm"
            label={t(minimised ? 'uploads.restore' : 'uploads.minimise')}
            onClick={() => onSize(minimised ? 'normal' : 'minimised')}
          >
            {minimised ? <Maximize2 /> : <Minus />}
          </IconButton>
        </Tip>
      )}
      {own && !minimised && !small && (
        <Tip label={t(maximised ? 'uploads.restore' : 'uploads.maximise')}>
          <IconButton
            size="sm"
            label={t(maximised ? 'uploads.restore' : 'uploads.maximise')}
            onClick={() => onSize(maximised ? 'normal' : 'maximised')}
          >
            {maximised ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
        </Tip>
      )}
      {own && ended && (
        <Tip label={t('uploads.close')}>
          <IconButton size="sm" label={t('uploads.close')} onClick={() => uploadEvents.clear(true)}>
            <X />
          </IconButton>
        </Tip>
      )}
    </chakra.header>
  )
}

/** Pauses or continues all uploads, in the header of a minimised panel. */
function PauseAll() {
  const t = useText()
  const can = useUploads(selectForAll)
  if (!can.pause && !can.continue) return null
  const label = t(can.pause ? 'uploads.pauseAll' : 'uploads.continueAll')
  return (
    <Tip label={label}>
      <IconButton
        size="sm"
        label={label}
        onClick={can.pause ? uploadEvents.pauseAll : uploadEvents.continueAll}
      >
        {can.pause ? <Pause /> : <Play />}
      </IconButton>
    </Tip>
  )
}

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
