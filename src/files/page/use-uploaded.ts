import { useEffect } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/folder-address.ts'
import { onUploaded } from '../../uploads/uploaded.ts'
import { itemOf } from '../list/listing-pages.ts'

/** Minimum ms between additions of new files to the list. */
const interval = 1000

/** Calls `upsert` with new uploads in the folder. */
export function useUploaded({ bucket, prefix }: Place, upsert: (items: readonly ObjectItem[]) => void): void {
  useEffect(() => {
    let items: ObjectItem[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      upsert(items)
      items = []
    }
    const stop = onUploaded(object => {
      const item = object.bucket === bucket ? itemOf(prefix, object, Math.floor(Date.now() / 1000)) : null
      if (!item) return
      items.push(item)
      timer ??= setTimeout(flush, interval)
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (items.length > 0) upsert(items)
    }
  }, [bucket, prefix, upsert])
}
