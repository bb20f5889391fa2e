/** A piece of a name. `mark` stands for a hidden character; null for visible text. */
type NamePart = { text: string; mark: string | null }

/**
 * Characters that are invisible or change how others look: control and format characters, bidirectional controls, line
 * separators, unusual blanks (Unicode: Cc, Bidi_Control, Default_Ignorable_Code_Point).
 */
const hidden = /[\p{Cc}\p{Bidi_C}\p{DI}\u2028\u2029\u2800\ufff9-\ufffc]/u
const everyHidden = new RegExp(hidden, 'gu')

/** Where such characters are part of a script or an emoji: joiners, variation selectors, flags. */
const written = [
  /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu,
  /\p{Extended_Pictographic}[\ufe0e\ufe0f]/gu,
  /[0-9#*]\ufe0f(?=\u20e3)/gu,
  /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu,
  /[\p{S}\p{Script=Han}\p{Script=Myanmar}][\ufe00-\ufe02]/gu,
  /\p{Script=Han}[\u{e0100}-\u{e01ef}]/gu,
  /\p{Script=Mongolian}[\u180b-\u180d\u180f]/gu,
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}]\p{M}*)[\u200c\u200d]/gu,
  /(?<=[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}]\p{M}*)[\u200c\u200d]/gu,
  /(?<=[\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*)[\u200c\u200d]/gu,
]

/** UTF-16 indexes of hidden characters, without those that are part of a script or an emoji. */
function hiddenPlaces(text: string): { at: number; character: string }[] {
  if (!hidden.test(text)) return []
  const fine = new Set<number>()
  for (const pattern of written) {
    for (const found of text.matchAll(pattern)) {
      for (let at = found.index; at < found.index + found[0].length; at++) fine.add(at)
    }
  }
  return [...text.matchAll(everyHidden)]
    .map(({ index, 0: character }) => ({ at: index, character }))
    .filter(({ at }) => !fine.has(at))
}

export function hasHidden(name: string): boolean {
  return hiddenPlaces(name).length > 0
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * A name in pieces to show: hidden characters marked with their code (`U+202E`), spaces at the start or end with `␣`.
 * The texts joined are the name.
 */
export function nameParts(name: string): NamePart[] {
  const marks = new Map(
    hiddenPlaces(name).map(({ at, character }) => [at, { character, mark: codeOf(character) }]),
  )
  const start = /^\p{Zs}*/u.exec(name)![0].length
  const end = name.length - /\p{Zs}*$/u.exec(name)![0].length
  for (let at = 0; at < name.length; at++) {
    if (at < start || at >= end) marks.set(at, { character: name[at]!, mark: '␣' })
  }
  const parts: NamePart[] = []
  let from = 0
  for (const [at, { character, mark }] of [...marks].sort(([a], [b]) => a - b)) {
    if (at > from) parts.push({ text: name.slice(from, at), mark: null })
    parts.push({ text: character, mark })
    from = at + character.length
  }
  if (from < name.length || parts.length === 0) parts.push({ text: name.slice(from), mark: null })
  return parts
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Isolates made by this module, which are harmless. */
const isolates = /^(?:[^\u2068\u2069]|\u2068[^\u2068\u2069]*\u2069)*$/

/**
 * A name inside a sentence or an attribute: hidden characters as `[U+202E]`, names with right-to-left letters in an
 * isolate (UAX #9), so that they do not reorder the text around them. Idempotent.
 */
export function markedText(text: string): string {
  const keepIsolates = isolates.test(text)
  let marked = ''
  let from = 0
  for (const { at, character } of hiddenPlaces(text)) {
    if (keepIsolates && /[\u2068\u2069]/.test(character)) continue
    marked += `${text.slice(from, at)}[${codeOf(character)}]`
    from = at + character.length
  }
  marked += text.slice(from)
  return rightToLeft.test(text) && !text.includes('\u2068') ? `\u2068${marked}\u2069` : marked
}
