import { type Area, cutTo, pixelLimit, thumbnailLimit } from '../../../domain/thumbnail.ts'
import { api } from '../../api/client.ts'
import { limitedBody } from '../../api/limited-body.ts'
import { dataOf } from '../../api/result.ts'
import { inPlaces } from './in-places.ts'

/** A small picture; `fills`: it is to fill its place, else it is shown no larger than it is. */
export type Thumbnail = { picture: Blob; fills: boolean }

/** Px of a small picture: twice what a tile shows, for screens with more pixels. */
const box: Area = { width: 480, height: 360 }
/** As the panel shows it. */
const wholeBox: Area = { width: 800, height: 480 }

/** Pictures that are read at once; the browser's other connections stay free. */
const reading = inPlaces(3)
/** A picture takes 4 bytes a pixel while it is drawn. */
const drawing = inPlaces(1)

export type Wanted = { bucket: string; key: string; type: string; whole: boolean }

/**
 * Reads a picture and makes a small one of it, in WebP where the browser can; null where it is no picture, or too large.
 * An `<img>` of the file itself would keep it decoded in all its size.
 */
export async function makeThumbnail(wanted: Wanted, signal: AbortSignal): Promise<Thumbnail | null> {
  const file = await reading(() => read(wanted, signal), signal)
  return file && drawing(() => draw(file, wanted.whole), signal)
}

async function read({ bucket, key, type }: Wanted, signal: AbortSignal): Promise<Blob | null> {
  const { url } = await dataOf(api.POST('/objects/get-download-url', { body: { bucket, key }, signal }))
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
  const bytes = response.ok ? await limitedBody(response, thumbnailLimit) : null
  return bytes && new Blob([bytes], { type })
}

async function draw(file: Blob, whole: boolean): Promise<Thumbnail | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    // Not `decode()`: that decodes a picture before its size is known.
    if (!(await loads(image))) return null
    const picture = { width: image.naturalWidth, height: image.naturalHeight }
    if (picture.width * picture.height > pixelLimit) return null
    const { x, y, from, to, fills } = cutTo(picture, whole ? wholeBox : box, whole)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, to)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, x, y, from.width, from.height, 0, 0, to.width, to.height)
    const small = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/webp', 0.85))
    return small && { picture: small, fills }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

function loads(image: HTMLImageElement): Promise<boolean> {
  return new Promise(done => {
    image.onload = () => done(true)
    image.onerror = () => done(false)
  })
}
