import { type Area, cutTo, pixelLimit, thumbnailLimit } from '../../../../domain/thumbnail.ts'
import { api } from '../../../api/client.ts'
import { limitedBody } from '../../../api/limited-body.ts'
import { dataOf } from '../../../api/result.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'

/** `fills`: crop it to fill its box; else it is shown at most at its own size. */
export type Thumbnail = { picture: Blob; fills: boolean }

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
export async function makeThumbnail(
  request: ThumbnailRequest,
  signal: AbortSignal,
): Promise<Thumbnail | null> {
  const file = await limitReads(() => read(request, signal), signal)
  return file && limitDraws(() => draw(file, request.whole), signal)
}

async function read({ bucket, key, type }: ThumbnailRequest, signal: AbortSignal): Promise<Blob | null> {
  const { url } = await dataOf(api.POST('/objects/get-download-url', { body: { bucket, key }, signal }))
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
  const bytes = response.ok ? await limitedBody(response, thumbnailLimit) : null
  return bytes && new Blob([bytes], { type })
}

async function draw(file: Blob, whole: boolean): Promise<Thumbnail | null> {
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
