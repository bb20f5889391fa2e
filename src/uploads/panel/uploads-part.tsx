import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { selectActivity, selectBytes, selectCounts } from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { startUploads } from '../queue/uploads.ts'
import { UploadSigns } from '../signs/upload-signs.tsx'
import { useOtherUploads, useUploads, useUploadsRestoring } from './use-uploads.ts'

const UploadPanel = lazyPart(() => import('./upload-panel.tsx'))

/** The uploads in the frame: the panel, which loads with the first upload, announcements, and signs outside of the page. */
export default function UploadsPart() {
  useEffect(startUploads, [])
  const activity = useUploads(selectActivity)
  const [panelLoaded, setPanelLoaded] = useState(false)
  const elsewhere = useOtherUploads().length > 0
  const restoring = useUploadsRestoring()
  if ((activity !== 'none' || elsewhere || restoring) && !panelLoaded) setPanelLoaded(true)
  return (
    <>
      <UploadAnnouncer />
      <UploadSigns />
      {panelLoaded && <UploadPanel />}
    </>
  )
}

/** Progress is announced at most this often, in ms; the end at once. */
const minInterval = 15_000

/** Announces the progress of the uploads to screen readers, not too often. */
export function UploadAnnouncer() {
  const t = useText()
  const activity = useUploads(selectActivity)
  const { percent } = useUploads(selectBytes)
  const { unfinished, completed, failed } = useUploads(selectCounts)
  const text =
    activity === 'uploading'
      ? percent === null
        ? t('uploads.announce.counting', { completed })
        : t('uploads.announce.uploading', { percent: Math.floor(percent), left: unfinished })
      : activity === 'done' || activity === 'failed'
        ? t(`uploads.announce.${activity}`, { completed, failed })
        : activity === 'none'
          ? ''
          : t(`uploads.${activity}`, { left: unfinished, completed, failed })
  return (
    <chakra.div srOnly role="status" aria-live="polite">
      <ThrottledText key={activity} text={text} />
    </chakra.div>
  )
}

/** The text, updated once in an interval, however often it changes. */
function ThrottledText({ text }: { text: string }) {
  const [announced, setAnnounced] = useState(text)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(latest.current), minInterval)
    return () => clearInterval(timer)
  }, [])
  return announced
}
