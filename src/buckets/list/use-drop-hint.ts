import { useEffect } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'

/** Tells those who drag files over the list of buckets that only a bucket takes them. */
export function useDropHint(): void {
  const mayUpload = mayCall(useUser(), 'getPutUrls')
  useEffect(() => {
    if (!mayUpload) return
    const tell = ({ dataTransfer, relatedTarget }: DragEvent) => {
      // From outside of the page there is no element that it comes from.
      if (!relatedTarget && dataTransfer?.types.includes('Files'))
        showToast('buckets.dropFirst', { severity: 'info' })
    }
    addEventListener('dragenter', tell)
    return () => removeEventListener('dragenter', tell)
  }, [mayUpload])
}
