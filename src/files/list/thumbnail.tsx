import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import { type Area, cutTo, pixelLimit, thumbnailLimit, thumbnailType } from '../../../domain/thumbnail.ts'
import { api } from '../../api/client.ts'
import { limitedBody } from '../../api/limited-body.ts'
import { keyOf } from '../../api/query.ts'
import { dataOf } from '../../api/result.ts'
import { useUser } from '../../session/flow.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

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

/** `fills`: crop it to fill its box; else it is shown at most at its own size. */
type DrawnThumbnail = { picture: Blob; fills: boolean }

/** Size of a thumbnail in px: twice that of a tile, for high-density screens. */
const tileBox: Area = { width: 480, height: 360 }
/** Size in the object panel. */
const panelBox: Area = { width: 800, height: 480 }

/** Images downloaded at once; leaves connections for other requests. */
const limitReads = limitConcurrency(3)
/** One at a time: a decoded image takes 4 bytes per pixel. */
const limitDraws = limitConcurrency(1)

type ThumbnailRequest = { bucket: string; key: string; type: string; whole: boolean }

/**
 * Downloads an image and creates a thumbnail, in WebP if the browser can; null if it is not an image, or too large.
 * An `<img>` of the file itself would keep the full image decoded.
 */
async function makeThumbnail(request: ThumbnailRequest, signal: AbortSignal): Promise<DrawnThumbnail | null> {
  const file = await limitReads(() => read(request, signal), signal)
  return file && limitDraws(() => draw(file, request.whole), signal)
}

async function read({ bucket, key, type }: ThumbnailRequest, signal: AbortSignal): Promise<Blob | null> {
  const { url } = await dataOf(api.POST('/objects/get-download-url', { body: { bucket, key }, signal }))
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
  const bytes = response.ok ? await limitedBody(response, thumbnailLimit) : null
  return bytes && new Blob([bytes], { type })
}

async function draw(file: Blob, whole: boolean): Promise<DrawnThumbnail | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    // Not `decode()`: it decodes the image before its size is known.
    if (!(await loads(image))) return null
    const original = { width: image.naturalWidth, height: image.naturalHeight }
    if (original.width * original.height > pixelLimit) return null
    const { x, y, from, to, fills } = cutTo(original, whole ? panelBox : tileBox, whole)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, to)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, x, y, from.width, from.height, 0, 0, to.width, to.height)
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/webp', 0.85))
    return blob && { picture: blob, fills }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

function loads(image: HTMLImageElement): Promise<boolean> {
  return new Promise(resolve => {
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
  })
}
