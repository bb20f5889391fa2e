/** How many characters of a long name stay at its end: the extension and what tells `-1` from `-2`. */
const tailLength = 10
/** A name of which fewer characters than these would stay at its start is cut at its end. */
const leastHead = 4

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The name, or where that does not fit the most of it that does, with an ellipsis for what is gone: in the middle, in
 * a very small place at the end. Letters keep their diacritics.
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

/** The largest count up to `limit` that holds, where all smaller ones do too; -1 where none does. */
function most(limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [-1, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
