/** A text as searches compare it: in any case, and however its letters are composed. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
