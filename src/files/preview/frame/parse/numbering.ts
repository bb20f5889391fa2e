import type { DocumentStyles } from './styles.ts'
import { readXml } from './xml.ts'

/** The list and the level of a paragraph; a style may omit either. */
export type ListPlace = { list?: string; level?: number }

type Level = { start: number; format: string; text: string; restart: number | null; legal: boolean }
type List = { levels: Map<number, Level>; style: string | null; levelOfStyle: Map<string, number> }
type Use = { list: string; levels: Map<number, Level>; starts: Map<number, number> }

const maxLevel = 8
const longestText = 40

/** Word's letters: `27` → `aa`, `28` → `bb`. */
function letters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % 26))
  return letter.repeat(Math.ceil(number / 26))
}

const romans: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

function roman(number: number): string {
  let left = number
  return romans
    .map(([sign, value]) => {
      const times = Math.floor(left / value)
      left -= times * value
      return sign.repeat(times)
    })
    .join('')
}

/** A number in a list format; in digits if the format is unknown or the number too large for it. */
export function inFormat(number: number, format: string): string {
  if (format === 'none') return ''
  if (format === 'decimalZero') return String(number).padStart(2, '0')
  if (number < 1 || number > 500) return String(number)
  if (format === 'lowerLetter') return letters(number)
  if (format === 'upperLetter') return letters(number).toUpperCase()
  if (format === 'lowerRoman') return roman(number)
  if (format === 'upperRoman') return roman(number).toUpperCase()
  return String(number)
}

const newLevel = (): Level => ({ start: 1, format: 'decimal', text: '', restart: null, legal: false })

/** Counts the paragraphs of a document's lists. Source: ECMA-376, part 1, 17.9. */
export class Numbering {
  readonly #lists = new Map<string, List>()
  readonly #uses = new Map<string, Use>()
  /** The counts of each list, shared by its uses; by level. */
  readonly #counts = new Map<string, (number | undefined)[]>()
  readonly #started = new Set<string>()
  readonly #styles: DocumentStyles

  /** `bytes`: the numbering part. */
  constructor(bytes: Uint8Array | null, styles: DocumentStyles) {
    this.#styles = styles
    let list: List | null = null
    let use: Use | null = null
    let at = 0
    let level: Level | null = null
    if (!bytes) return
    readXml(bytes, {
      open: (name, attribute) => {
        const value = attribute('val') ?? ''
        if (name === 'abstractNum') {
          list = { levels: new Map(), style: null, levelOfStyle: new Map() }
          this.#lists.set(attribute('abstractNumId') ?? '', list)
        } else if (name === 'num') {
          use = { list: '', levels: new Map(), starts: new Map() }
          this.#uses.set(attribute('numId') ?? '', use)
        } else if (name === 'abstractNumId' && use) use.list = value
        else if (name === 'numStyleLink' && list) list.style = value
        else if (name === 'lvlOverride') at = Number(attribute('ilvl'))
        else if (name === 'startOverride') use?.starts.set(at, Number(value))
        else if (name === 'lvl') {
          at = Number(attribute('ilvl'))
          level = newLevel()
          ;(use ?? list)?.levels.set(at, level)
        } else if (!level) return
        else if (name === 'start') level.start = Number(value) || 0
        else if (name === 'numFmt') level.format = value
        else if (name === 'lvlText') level.text = value.slice(0, longestText)
        else if (name === 'lvlRestart') level.restart = Number(value)
        else if (name === 'isLgl') level.legal = value !== '0' && value !== 'false'
        else if (name === 'pStyle') list?.levelOfStyle.set(value, at)
      },
      close(name) {
        if (name === 'abstractNum') list = null
        else if (name === 'num') use = null
        else if (name === 'lvl') level = null
      },
    })
  }

  /**
   * Counts a paragraph, and returns its marker and its level; null if it is in no list. `own`: the paragraph's own
   * properties, which override its style's.
   */
  count(own: ListPlace, style: string): { marker: string; level: number } | null {
    const inherited = this.#styles.get(style)
    const id = own.list ?? inherited.list
    const use = id === undefined ? undefined : this.#uses.get(id)
    if (id === undefined || !use) return null
    const list = this.#definition(use)
    const at = own.level ?? list.levelOfStyle.get(style) ?? inherited.level ?? 0
    if (!(at >= 0 && at <= maxLevel)) return null
    const levelOf = (level: number) => use.levels.get(level) ?? list.levels.get(level)
    const level = levelOf(at)
    if (!level) return null
    const counts = this.#counts.get(use.list) ?? []
    this.#counts.set(use.list, counts)
    const startOf = (each: number) => use.starts.get(each) ?? levelOf(each)?.start ?? 1
    const last = counts[at]
    const first = `${id}/${at}`
    const starts = last === undefined || (use.starts.has(at) && !this.#started.has(first))
    this.#started.add(first)
    const now = starts ? startOf(at) : last + 1
    counts[at] = now
    for (let deeper = at + 1; deeper <= maxLevel; deeper++) {
      const restart = levelOf(deeper)?.restart ?? deeper
      if (at < restart) counts[deeper] = undefined
    }
    if (level.format === 'bullet') return { marker: '•', level: at }
    const marker = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const each = Number(digit) - 1
      const format = level.legal ? 'decimal' : (levelOf(each)?.format ?? 'decimal')
      return inFormat(counts[each] ?? startOf(each), format)
    })
    return { marker: marker.trim(), level: at }
  }

  /** The list of a use; one that only names a style has its levels in that style's list. */
  #definition(use: Use): List {
    const list = this.#lists.get(use.list)
    const linked = list?.style ? this.#uses.get(this.#styles.get(list.style).list ?? '') : undefined
    return (
      (linked && this.#lists.get(linked.list)) ??
      list ?? { levels: new Map(), style: null, levelOfStyle: new Map() }
    )
  }
}
