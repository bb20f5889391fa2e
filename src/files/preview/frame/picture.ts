import { pixelLimit } from '../../../../domain/thumbnail.ts'
import { element } from './host.ts'

/** Loads an image; null when it is too large to show. Rejects when it is not an image. */
export async function picture(
  bytes: BlobPart,
  { mime, alt }: { mime: string; alt: string },
): Promise<HTMLImageElement | null> {
  const image = element('img')
  image.alt = alt
  const loaded = new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = () => reject(new Error('No picture.'))
  })
  image.src = URL.createObjectURL(new Blob([bytes], { type: mime }))
  await loaded
  const fits = mime === 'image/svg+xml' || image.naturalWidth * image.naturalHeight <= pixelLimit
  return fits ? image : null
}
