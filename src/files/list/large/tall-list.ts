/*
 * Browsers limit the height of an element: Chromium to 33.5 million px, fewer when zoomed in, Firefox to 17.9 million. A list
 * that would be taller has an element of `tallest`, whose first and last part show rows as they are; in between the position of
 * its scrollbar stands for a multiple. What is scrolled by wheel, key or finger always moves rows as far as it says.
 */

/** px of the tallest element that is made. */
export const tallest = 6_000_000
/** px at both ends in which nothing is scaled. */
const zone = 1_000_000

/** The height of the element of a list that is `height` px tall. */
export const elementHeight = (height: number): number => Math.min(height, tallest)

/** Where in the list the place in its element is that is `top` px below the top. */
export function inList(top: number, height: number): number {
  if (height <= tallest || top <= zone) return top
  if (top >= tallest - zone) return height - (tallest - top)
  return zone + ((top - zone) * (height - 2 * zone)) / (tallest - 2 * zone)
}

/** The inverse of `inList`. */
export function inElement(top: number, height: number): number {
  if (height <= tallest || top <= zone) return top
  if (top >= height - zone) return tallest - (height - top)
  return zone + ((top - zone) * (tallest - 2 * zone)) / (height - 2 * zone)
}

/** `top`: the element's `scrollTop`. `shift`: what is added to the places of rows in the list, so that they are in view. */
export type Scrolled = { top: number; shift: number }

/**
 * After the browser has scrolled to `top`: rows move as far, unless the scrollbar was drawn, which moves by more than
 * two `views` (px of the visible part) at once.
 */
export function scrolledTo(before: Scrolled, top: number, height: number, view: number): Scrolled {
  if (height <= tallest) return { top, shift: 0 }
  const isNear = Math.abs(top - before.top) <= 2 * view
  return { top, shift: isNear ? before.shift : Math.round(top - inList(top, height)) }
}

/** With this place of the list (px) at the top, and the scrollbar where it belongs. */
export function scrolledToList(place: number, height: number): Scrolled {
  const top = Math.round(inElement(place, height))
  return { top, shift: height <= tallest ? 0 : Math.round(top - place) }
}

/** Whether the scrollbar must be put where it belongs before it can go on: it is at an end that is not that of the list. */
export function isAtWrongEnd({ top, shift }: Scrolled, height: number, view: number): boolean {
  const place = top - shift
  if (place < 0 || (top <= 0 && place > 0)) return true
  return place > height || (top >= tallest - view && place < height - view)
}
