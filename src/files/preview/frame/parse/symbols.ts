const greek = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'

/** Characters of the symbol fonts that Word inserts, by font and code. */
const signs: Record<string, Record<number, string>> = {
  wingdings: {
    108: '●',
    110: '■',
    111: '☐',
    113: '❑',
    114: '❒',
    116: '⧫',
    117: '◆',
    118: '❖',
    167: '▪',
    168: '☐',
    216: '➢',
    224: '→',
    232: '➔',
    251: '✗',
    252: '✓',
    253: '☒',
    254: '☑',
  },
  'wingdings 2': { 79: '✗', 80: '✓', 81: '☒', 82: '☑', 83: '☒', 84: '☒', 163: '☐' },
  symbol: {
    ...Object.fromEntries([...greek].map((letter, at) => [0x61 + at, letter])),
    68: 'Δ',
    80: 'Π',
    83: 'Σ',
    87: 'Ω',
    163: '≤',
    165: '∞',
    172: '←',
    174: '→',
    176: '°',
    177: '±',
    179: '≥',
    180: '×',
    183: '•',
    184: '÷',
    185: '≠',
    214: '√',
    222: '⇒',
    229: '∑',
  },
}

/** The character of an inserted symbol, whose code is hexadecimal; a replacement character if it is unknown. */
export function symbolOf(font: string, code: string): string {
  const number = Number.parseInt(code, 16)
  if (!(number > 0x1f && number <= 0xffff)) return '\ufffd'
  const isPrivate = number >= 0xe000 && number <= 0xf8ff
  return signs[font.toLowerCase()]?.[number & 0xff] ?? (isPrivate ? '\ufffd' : String.fromCharCode(number))
}

/** A text with the private-use characters of a symbol font replaced. */
export function withSymbols(text: string, font: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, sign => symbolOf(font, sign.charCodeAt(0).toString(16)))
}
