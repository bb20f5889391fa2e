import { useState } from 'react'
import { selectActivity } from '../../../machines/upload-queue/selectors.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { UploadAnnouncer } from './upload-announcer.tsx'
import { useUploads } from './use-uploads.ts'

const UploadPanel = lazyPart(() => import('./upload-panel.tsx'))

/** What the frame shows of the uploads: the panel, which loads with the first upload, and its announcements. */
export default function UploadsPart() {
  const activity = useUploads(selectActivity)
  const [wanted, setWanted] = useState(false)
  if (activity !== 'none' && !wanted) setWanted(true)
  return (
    <>
      <UploadAnnouncer />
      {wanted && <UploadPanel />}
    </>
  )
}
