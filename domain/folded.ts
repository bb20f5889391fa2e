/** Normalised for searching: case and Unicode composition do not matter. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
