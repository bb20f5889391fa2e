import { MiB } from './limits.ts'
import { nameOf } from './object-key.ts'

/** Bytes of the largest picture of which a small one is made; larger ones show the icon of their kind. */
export const thumbnailLimit = 5 * MiB
/** Pixels of the largest picture that is decoded, at four bytes each: a small file may hold any number of them. */
export const pixelLimit = 64 * 1024 ** 2

/** Pictures made of pixels, by extension. Not SVG: it is a document. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

/** The media type of a file of which a small picture is shown, by its key and bytes; null for all others. */
export function thumbnailType(key: string, size: number | null): string | null {
  const name = nameOf(key)
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || size === null || size === 0 || size > thumbnailLimit) return null
  return types[name.slice(dot + 1).toLowerCase()] ?? null
}

export type Area = { width: number; height: number }
/** What is taken of a picture, from `x` and `y` on, and how large that is drawn, in px; `fills`: it is to fill its box. */
export type Cut = { x: number; y: number; from: Area; to: Area; fills: boolean }

/**
 * How a picture is made small: to fill the box, by its middle, or to lie in it `whole`, as do pictures that are smaller
 * than the box. Nothing is enlarged.
 */
export function cutTo(picture: Area, box: Area, whole: boolean): Cut {
  const across = box.width / picture.width
  const down = box.height / picture.height
  const fills = !whole && Math.min(across, down) < 1
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
