import { mayCall } from '../../../domain/permissions.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import DropOverlay from './drop-overlay.tsx'
import { useDroppedFiles } from './dropped-files.ts'

const missed = () => showToast('buckets.dropFirst', { severity: 'info' })

/** Uploads files that are dropped on a row of the list of buckets. */
export default function BucketDrop() {
  const hovering = useDroppedFiles(null, mayCall(useUser(), 'getPutUrls'), missed)
  return hovering && <DropOverlay {...hovering} />
}
