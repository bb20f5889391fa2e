import { type Block, Budget, limits, type Parsed, type Run, type Section } from './model.ts'
import { inFormat } from './numbering.ts'
import { mainPartOf, pictureOf, relationsOf } from './package.ts'
import { isOn } from './styles.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

const titles = ['title', 'ctrTitle']

/** A presentation: text and pictures of each visible slide, in order. Source: ECMA-376, part 1, 19 and 21. */
export function parsePptx(bytes: Uint8Array): Parsed {
  const zip = new Zip(bytes)
  const main = mainPartOf(zip, 'ppt/presentation.xml')
  const { byId } = relationsOf(zip, main)
  const parts: (string | undefined)[] = []
  readXml(zip.need(main), {
    open(name, attribute) {
      if (name === 'sldId') parts.push(byId.get(attribute('r:id') ?? ''))
    },
  })
  const budget = {
    blocks: new Budget(limits.blocks),
    characters: new Budget(limits.characters),
    pictures: new Budget(limits.pictures),
  }
  const sections: Section[] = []
  for (const [index, part] of parts.entries()) {
    const blocks = part && !budget.blocks.cut ? slideOf(zip, part, budget) : null
    if (blocks) sections.push({ title: String(index + 1), blocks })
  }
  return { sections, plain: true, cut: Object.values(budget).some(({ cut }) => cut) }
}

const wordsOfFormat: [word: RegExp, format: string][] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
]

/** A number in a list scheme: 2 in `alphaLcParenR` is `b)`. Source: ECMA-376, part 1, 20.1.10.61. */
function numbered(number: number, scheme: string): string {
  const format = wordsOfFormat.find(([word]) => word.test(scheme))?.[1] ?? 'decimal'
  const sign = inFormat(number, format)
  if (scheme.endsWith('ParenBoth')) return `(${sign})`
  return scheme.endsWith('ParenR') ? `${sign})` : scheme.endsWith('Plain') ? sign : `${sign}.`
}

type Bullet = { kind: 'usual' | 'none' | 'sign' } | { kind: 'number'; scheme: string; start: number }

/** The blocks of a slide; null when it is hidden. */
function slideOf(
  zip: Zip,
  slide: string,
  budget: { blocks: Budget; characters: Budget; pictures: Budget },
): Block[] | null {
  const { byId } = relationsOf(zip, slide)
  const blocks: Block[] = []
  let shown = true
  let runs: Run[] = []
  let style: Omit<Run, 'text'> = {}
  let title = false
  let level = 0
  let bullet: Bullet = { kind: 'usual' }
  /** The numbers of the previous paragraph, by level. */
  let counts: number[] = []
  let inText = false
  let alt = ''
  let rows: string[][] | null = null
  const diagrams: string[] = []

  function marker(): string {
    const count = counts[level]
    counts = counts.slice(0, level)
    if (bullet.kind !== 'number')
      return bullet.kind === 'sign' || (bullet.kind === 'usual' && level > 0) ? '•' : ''
    const now = count === undefined ? bullet.start : count + 1
    counts[level] = now
    return numbered(now, bullet.scheme)
  }

  function endParagraph() {
    if (!budget.blocks.take()) throw stopReading
    const row = rows?.at(-1)
    const text = runs.map(run => run.text).join('')
    if (row) row[row.length - 1] = [row.at(-1), text].filter(Boolean).join('\n')
    else if (text.trim() !== '' && title) blocks.push({ type: 'heading', level: 2, runs })
    else if (text.trim() !== '') blocks.push({ type: 'item', level, marker: marker(), runs })
  }

  const read = (part: string) =>
    readXml(zip.need(part), {
      open(name, attribute) {
        if (name === 'sld') shown = !['0', 'false'].includes(attribute('show') ?? '')
        else if (name === 'sp' || name === 'pic') title = false
        else if (name === 'ph') title = titles.includes(attribute('type') ?? '')
        else if (name === 'cNvPr') alt = attribute('descr') ?? ''
        else if (name === 'txBody') counts = []
        else if (name === 'p') [runs, level, bullet] = [[], 0, { kind: 'usual' }]
        else if (name === 'pPr') level = Math.min(8, Number(attribute('lvl')) || 0)
        else if (name === 'buNone') bullet = { kind: 'none' }
        else if (name === 'buChar' || name === 'buBlip') bullet = { kind: 'sign' }
        else if (name === 'buAutoNum')
          bullet = {
            kind: 'number',
            scheme: attribute('type') ?? '',
            start: Number(attribute('startAt') ?? 1),
          }
        else if (name === 'r' || name === 'fld') style = {}
        else if (name === 'rPr') {
          const on = (attributeName: string) => isOn(attribute(attributeName) ?? 'none')
          style = {
            ...(on('b') && { bold: true }),
            ...(on('i') && { italic: true }),
            ...(on('u') && { under: true }),
            ...(!['noStrike', undefined].includes(attribute('strike')) && { strike: true }),
          }
        } else if (name === 't') inText = true
        else if (name === 'br') runs.push({ text: '\n' })
        else if (name === 'tbl') rows = []
        else if (name === 'tr') rows?.push([])
        else if (name === 'tc') rows?.at(-1)?.push('')
        else if (name === 'relIds') diagrams.push(byId.get(attribute('r:dm') ?? '') ?? '')
        else if (name === 'blip') {
          const picture = pictureOf(zip, byId.get(attribute('r:embed') ?? ''), alt, budget.pictures)
          if (picture) blocks.push(picture)
        }
      },
      close(name) {
        if (name === 't') inText = false
        else if (name === 'p') endParagraph()
        else if (name === 'tbl' && rows) {
          blocks.push({ type: 'table', look: 'plain', rows: rows.slice(0, limits.rows) })
          rows = null
        }
      },
      text(text) {
        if (!inText) return
        if (!budget.characters.take(text.length)) throw stopReading
        runs.push({ ...style, text })
      },
    })
  read(slide)
  title = false
  for (const diagram of diagrams.splice(0)) if (diagram && !budget.blocks.cut) read(diagram)
  return shown ? blocks : null
}
