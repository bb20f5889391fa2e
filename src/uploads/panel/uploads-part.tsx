import { useEffect, useState } from 'react'
import { selectActivity } from '../../../machines/upload-queue/selectors.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { startUploads } from '../queue/uploads.ts'
import { UploadSigns } from '../signs/upload-signs.tsx'
import { UploadAnnouncer } from './upload-announcer.tsx'
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
