import { type Block, Budget, limits, type Parsed, type Run } from './model.ts'
import { pictureOf, relationsOf } from './package.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

const main = 'word/document.xml'

/** Heading levels by style id. */
function headingsOf(zip: Zip): Map<string, number> {
  const levels = new Map<string, number>()
  const bytes = zip.read('word/styles.xml')
  let style = ''
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        if (name === 'style') style = attribute('styleId') ?? ''
        const value = attribute('val') ?? ''
        const level = name === 'name' ? /^heading ([1-9])$/i.exec(value)?.[1] : undefined
        if (level) levels.set(style, Number(level))
        else if (name === 'name' && /^title$/i.test(value)) levels.set(style, 1)
      },
    })
  }
  return levels
}

/** The numbered lists, as list id and level: `3/0`. */
function numberedOf(zip: Zip): Set<string> {
  const bytes = zip.read('word/numbering.xml')
  const numbered = new Set<string>()
  const lists = new Map<string, string>()
  let list = ''
  let num = ''
  let level = ''
  if (!bytes) return numbered
  readXml(bytes, {
    open(name, attribute) {
      if (name === 'abstractNum') list = attribute('abstractNumId') ?? ''
      else if (name === 'lvl') level = attribute('ilvl') ?? ''
      else if (name === 'numFmt' && attribute('val') !== 'bullet') numbered.add(`of ${list}/${level}`)
      else if (name === 'num') num = attribute('numId') ?? ''
      else if (name === 'abstractNumId') lists.set(num, attribute('val') ?? '')
    },
  })
  return new Set(
    [...lists].flatMap(([id, list]) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8]
        .filter(level => numbered.has(`of ${list}/${level}`))
        .map(level => `${id}/${level}`),
    ),
  )
}

/** A Word document: headings, paragraphs, lists, tables and embedded pictures. Source: ECMA-376, part 1, 17. */
export function parseDocx(bytes: Uint8Array): Parsed {
  const zip = new Zip(bytes)
  const relations = relationsOf(zip, main)
  const headings = headingsOf(zip)
  const numbered = numberedOf(zip)
  const counts = new Map<string, number>()
  const budget = new Budget(limits.blocks)
  const characters = new Budget(limits.characters)
  const pictures = new Budget(limits.pictures)
  const blocks: Block[] = []

  let runs: Run[] = []
  let found: Block[] = []
  let style: Omit<Run, 'text'> = {}
  let heading = 0
  let list: { id: string; level: number } | null = null
  let inProperties = false
  let inText = false
  let alt = ''
  let tables = 0
  let rows: string[][] = []
  let cell: string[] = []

  function write(text: string) {
    if (!characters.take(text.length)) throw stopReading
    runs.push({ ...style, text })
  }

  function endParagraph() {
    if (tables > 0) cell.push(runs.map(run => run.text).join(''))
    else if (list) {
      const key = `${list.id}/${list.level}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      blocks.push({ type: 'item', level: list.level, marker: numbered.has(key) ? `${count}.` : '•', runs })
    } else if (runs.length > 0) {
      blocks.push(heading > 0 ? { type: 'heading', level: heading, runs } : { type: 'paragraph', runs })
    }
    blocks.push(...found)
  }

  /** A run property is on unless its value says off. */
  const isOn = (value: string | undefined) => !['0', 'false', 'none', 'off'].includes(value ?? '')

  readXml(zip.need(main), {
    open(name, attribute) {
      if (name === 'p') {
        if (!budget.take()) throw stopReading
        ;[runs, found, heading, list] = [[], [], 0, null]
      } else if (name === 'pPr') inProperties = true
      else if (name === 'pStyle') heading = headings.get(attribute('val') ?? '') ?? 0
      else if (name === 'numId' && attribute('val') !== '0')
        list = { level: 0, ...list, id: attribute('val') ?? '' }
      else if (name === 'ilvl') list = { id: '', ...list, level: Math.min(8, Number(attribute('val')) || 0) }
      else if (name === 'r') style = {}
      else if (inProperties) return
      else if (name === 'b' && isOn(attribute('val'))) style = { ...style, bold: true }
      else if (name === 'i' && isOn(attribute('val'))) style = { ...style, italic: true }
      else if (name === 'u' && isOn(attribute('val'))) style = { ...style, under: true }
      else if (name === 'strike' && isOn(attribute('val'))) style = { ...style, strike: true }
      else if (name === 't') inText = true
      else if (name === 'tab') write('\t')
      else if (name === 'br' || name === 'cr') write('\n')
      else if (name === 'docPr') alt = attribute('descr') ?? ''
      else if (name === 'blip') {
        const picture = pictureOf(zip, relations.byId.get(attribute('r:embed') ?? ''), alt, pictures)
        if (picture) found.push(picture)
      } else if (name === 'tbl' && tables++ === 0) rows = []
      else if (name === 'tr' && tables === 1) rows.push([])
      else if (name === 'tc' && tables === 1) cell = []
    },
    close(name) {
      if (name === 'p') endParagraph()
      else if (name === 'pPr') inProperties = false
      else if (name === 't') inText = false
      else if (name === 'tc' && tables === 1) rows.at(-1)?.push(cell.join('\n'))
      else if (name === 'tbl' && --tables === 0)
        blocks.push({ type: 'table', look: 'plain', rows: rows.slice(0, limits.rows) })
    },
    text(text) {
      if (inText) write(text)
    },
  })
  return {
    sections: [{ title: null, blocks }],
    plain: true,
    cut: budget.cut || characters.cut || pictures.cut,
  }
}
