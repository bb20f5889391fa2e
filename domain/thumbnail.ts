import { rasterType } from './file-kinds.ts'
import { MiB } from './limits.ts'
import { bareName } from './object-key.ts'

/** Bytes of the largest image that gets a thumbnail; larger ones show an icon. */
export const thumbnailLimit = 5 * MiB
/** Pixels of the largest image that is decoded, at four bytes each: a small file may decode to any size. */
export const pixelLimit = 64 * 1024 ** 2

/** The media type of a file that has a thumbnail; null: it has none. `size`: bytes. */
export function thumbnailType(key: string, size: number | null): string | null {
  if (size === null || size === 0 || size > thumbnailLimit) return null
  return rasterType(bareName(key))
}

export type Area = { width: number; height: number }
/** The crop of an image, from `x` and `y` on, and the size it is drawn at, in px. `fills`: it fills the box. */
type Cut = { x: number; y: number; from: Area; to: Area; fills: boolean }

/**
 * How an image is scaled down: centred and cropped to fill the box, or fitted into it if `whole`, or if smaller than
 * half the box, which has two px for each CSS px. Images are never enlarged.
 */
export function cutTo(picture: Area, box: Area, whole: boolean): Cut {
  const across = box.width / picture.width
  const down = box.height / picture.height
  const fills = !whole && (Math.min(across, down) < 1 || Math.max(across, down) <= 2)
  const scale = Math.min(1, fills ? Math.max(across, down) : Math.min(across, down))
  const from = fills
    ? {
        width: Math.min(picture.width, box.width / scale),
        height: Math.min(picture.height, box.height / scale),
      }
    : picture
  const drawn = (length: number) => Math.max(1, Math.round(length * scale))
  return {
    x: (picture.width - from.width) / 2,
    y: (picture.height - from.height) / 2,
    from,
    to: { width: drawn(from.width), height: drawn(from.height) },
    fills,
  }
}
