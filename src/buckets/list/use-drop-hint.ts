import { useEffect } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'

/** Shows users who drag files over the list of buckets that they must be dropped on a bucket. */
export function useDropHint(): void {
  const mayUpload = mayCall(useUser(), 'getPutUrls')
  useEffect(() => {
    if (!mayUpload) return
    const tell = ({ dataTransfer, relatedTarget }: DragEvent) => {
      // A drag from outside the page has no related element.
      if (!relatedTarget && dataTransfer?.types.includes('Files'))
        showToast('buckets.dropFirst', { severity: 'info' })
    }
    addEventListener('dragenter', tell)
    return () => removeEventListener('dragenter', tell)
  }, [mayUpload])
}
