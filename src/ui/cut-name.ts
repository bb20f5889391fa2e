/** Number of characters kept at the end of a long name: the extension and what distinguishes `-1` from `-2`. */
const tailLength = 10
/** If fewer characters than this would remain at the start, the name is cut at its end. */
const leastHead = 4

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The name, or if it does not fit, as much of it as fits, with an ellipsis: in the middle, in a very small space at the
 * end. Letters keep their diacritics.
 */
export function cutName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name
  const characters = Array.from(letters.segment(name), ({ segment }) => segment)
  const cut = (head: number, tail: number) =>
    `${characters.slice(0, head).join('')}…${tail === 0 ? '' : characters.slice(-tail).join('')}`
  const inMiddle = most(characters.length - tailLength - 1, head => fits(cut(head, tailLength)))
  if (inMiddle >= leastHead) return cut(inMiddle, tailLength)
  return cut(
    Math.max(
      0,
      most(characters.length - 1, head => fits(cut(head, 0))),
    ),
    0,
  )
}

/**
 * The largest count up to `limit` for which `holds` is true, given that it is for all smaller ones; -1 if it is for
 * none.
 */
function most(limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [-1, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
