/** Normalised for searching: case and Unicode composition do not matter. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Lowercase without diacritics: `Đà Nẵng` → `da nang`. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase()
}
