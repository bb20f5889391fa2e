import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import { thumbnailType } from '../../../../domain/thumbnail.ts'
import { keyOf } from '../../../api/query.ts'
import { useUser } from '../../../session/flow.ts'
import { makeThumbnail } from './make-thumbnail.ts'

/** ms for which a tile must be visible before its image is loaded: scrolling past loads nothing. */
const settleMs = 150
/** ms for which an unused thumbnail stays in the cache. */
const gcTime = 120_000

type Props = {
  bucket: string
  file: { key: string; size: number | null; etag: string | null }
  /** Whether the image is shown whole, not cropped. */
  whole?: boolean
  /** The fallback, while loading and without a thumbnail. */
  children: ReactNode
}

const place: CSSProperties = {
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  minHeight: 0,
}
const image: CSSProperties = {
  width: '100%',
  height: '100%',
  minHeight: 0,
  animation: 'appear 200ms ease-out',
}

/** The thumbnail of a visible file, if it is an image of limited size. */
export function Thumbnail(props: Props) {
  const { bucket, file, whole = false, children } = props
  const type = thumbnailType(file.key, file.size)
  const may = mayCall(useUser(), 'getDownloadUrl')
  if (!may || type === null) return children
  return <Picture bucket={bucket} file={file} whole={whole} type={type} icon={children} />
}

type PictureProps = Required<Pick<Props, 'bucket' | 'file' | 'whole'>> & { type: string; icon: ReactNode }

function Picture({ bucket, file, whole, type, icon }: PictureProps) {
  const element = useRef<HTMLSpanElement>(null)
  const wasVisible = useWasVisible(element)
  const { data } = useQuery({
    queryKey: keyOf('/objects/get-download-url', {
      query: { bucket, path: file.key },
      etag: file.etag,
      whole,
    }),
    queryFn: ({ signal }) => makeThumbnail({ bucket, key: file.key, type, whole }, signal),
    enabled: wasVisible,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime,
    meta: { quiet: true },
  })
  const url = useBlobUrl(data?.picture)
  const objectFit = data?.fills ? 'cover' : 'scale-down'
  return (
    <span ref={element} style={place}>
      {url ? <img src={url} alt="" draggable={false} style={{ ...image, objectFit }} /> : icon}
    </span>
  )
}

/** Whether the element has been visible. */
function useWasVisible(element: { current: HTMLElement | null }): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(entries => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setSeen(true), settleMs)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])
  return seen
}

function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob])
  return url
}
