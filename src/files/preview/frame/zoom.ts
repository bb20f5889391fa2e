/** In px. */
export type Size = { width: number; height: number }

/** Space around a picture that is shown whole, in px. */
const margin = 16
/** Maximum length of the longer side when magnified, in CSS px. */
const longestSide = 32_000
const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8]

/** The size after this many turns by 90°. */
export function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The scale at which the whole picture is visible; small ones are not enlarged. */
export function fitScale(picture: Size, view: Size): number {
  const across = (view.width - 2 * margin) / picture.width
  const down = (view.height - 2 * margin) / picture.height
  return Math.min(1, Math.max(0.0001, Math.min(across, down)))
}

/** Keeps a scale between a tenth, or the fit, and eight times, or less for large pictures. */
export function limitScale(scale: number, picture: Size, view: Size): number {
  const most = Math.max(1, Math.min(8, longestSide / Math.max(picture.width, picture.height)))
  return Math.max(Math.min(0.1, fitScale(picture, view)), Math.min(scale, most))
}

/** The next larger (1) or smaller (-1) step from a scale. */
export function stepScale(scale: number, direction: 1 | -1): number {
  // Rounded scales count as the step itself.
  const close = 1.01
  const next =
    direction === 1 ? steps.find(step => step > scale * close) : steps.findLast(step => step < scale / close)
  return next ?? scale
}

/** Along one axis, in px; `at`: the position in the view at which the picture stays fixed. */
type Axis = { at: number; scroll: number; before: number; after: number; view: number }

/**
 * The scroll position after a picture of `before` px has become one of `after` px. A picture smaller than the view is
 * centred.
 */
export function scrollAfter({ at, scroll, before, after, view }: Axis): number {
  const start = (length: number) => Math.max(0, (view - length) / 2)
  const point = Math.min(1, Math.max(0, (scroll + at - start(before)) / before))
  return Math.min(Math.max(0, after - view), Math.max(0, point * after + start(after) - at))
}
