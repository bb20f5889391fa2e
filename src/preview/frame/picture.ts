import { pixelLimit } from '../../../domain/thumbnail.ts'
import { element } from './host.ts'

/** A picture that is not on the page yet, null where it is too large to be seen. Rejects where it is none. */
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
  const drawn = mime === 'image/svg+xml' || image.naturalWidth * image.naturalHeight <= pixelLimit
  return drawn ? image : null
}
