import { type Block, Budget, limits, type Merged, type Parsed, type Run } from './model.ts'
import { type ListPlace, Numbering } from './numbering.ts'
import { mainPartOf, pictureOf, relationsOf } from './package.ts'
import { isOn, stylesOf } from './styles.ts'
import { symbolOf, withSymbols } from './symbols.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

/**
 * `without`: its mark is deleted or moved away, or some text is hidden: the paragraph is dropped if nothing else is in
 * it.
 */
type Paragraph = { runs: Run[]; style: string; list: ListPlace; without: boolean }
type Table = { rows: string[][]; merged: Merged[]; pictures: Block[]; span: number }

const textOf = (runs: Run[]) => runs.map(run => run.text).join('')

function cellText(blocks: Block[]): string {
  return blocks
    .flatMap(block => {
      if (block.type === 'table') return block.rows.map(row => row.join('\t'))
      if (block.type === 'item') return [`${block.marker} ${textOf(block.runs)}`.trimStart()]
      return 'runs' in block ? [textOf(block.runs)] : []
    })
    .join('\n')
}

/**
 * A Word document with all tracked changes accepted: headings, paragraphs, lists, tables and embedded pictures. Source:
 * ECMA-376, part 1, 17.
 */
export function parseDocx(bytes: Uint8Array): Parsed {
  const zip = new Zip(bytes)
  const main = mainPartOf(zip, 'word/document.xml')
  const { byId, byType } = relationsOf(zip, main)
  const styles = stylesOf(zip.read(byType.get('styles') ?? 'word/styles.xml'))
  const numbering = new Numbering(zip.read(byType.get('numbering') ?? 'word/numbering.xml'), styles)
  const notes = {
    footnoteReference: notesOf(zip.read(byType.get('footnotes') ?? 'word/footnotes.xml')),
    endnoteReference: notesOf(zip.read(byType.get('endnotes') ?? 'word/endnotes.xml')),
  }
  /** The notes that the text refers to, in order. */
  const told: string[] = []
  const budget = new Budget(limits.blocks)
  const characters = new Budget(limits.characters)
  const pictures = new Budget(limits.pictures)
  const cells = new Budget(limits.cells)
  const blocks: Block[] = []

  /** The open containers of blocks: the document, then cells, and paragraphs, which may contain text boxes. */
  const places: Block[][] = [blocks]
  const paragraphs: Paragraph[] = []
  const tables: Table[] = []
  let style: Omit<Run, 'text'> = {}
  let hidden = false
  let font = ''
  let properties = 0
  let skipped = 0
  let inText = false
  let ticked: boolean | null = null
  let alt = ''

  function write(text: string) {
    const paragraph = paragraphs.at(-1)
    if (!paragraph) return
    if (hidden) {
      paragraph.without = true
      return
    }
    if (!characters.take(text.length)) throw stopReading
    paragraph.runs.push({ ...style, text })
  }

  function endParagraph() {
    const inside = places.pop() ?? []
    const { runs, without, list, ...paragraph } = paragraphs.pop()!
    const place = places.at(-1)!
    if (runs.length > 0 || !without) {
      const { heading } = styles.get(paragraph.style)
      const number = numbering.count(list, paragraph.style)
      if (heading > 0 && runs.length > 0) {
        const marker = number?.marker ? [{ text: `${number.marker} ` }] : []
        place.push({ type: 'heading', level: heading, runs: [...marker, ...runs] })
      } else if (number) place.push({ type: 'item', ...number, runs })
      else if (runs.length > 0) place.push({ type: 'paragraph', runs })
    }
    place.push(...inside)
  }

  function endTable() {
    const { rows, merged, pictures } = tables.pop()!
    const table = { type: 'table' as const, look: 'plain' as const, rows: rows.slice(0, limits.rows), merged }
    places.at(-1)!.push(table, ...pictures)
  }

  readXml(zip.need(main), {
    open(name, attribute) {
      if (skipped > 0 || name.endsWith('PrChange') || (name === 'moveFrom' && properties === 0)) {
        skipped++
        return
      }
      const paragraph = paragraphs.at(-1)
      const value = attribute('val')
      const on = isOn(value)
      if (name === 'p') {
        if (!budget.take()) throw stopReading
        paragraphs.push({ runs: [], style: '', list: {}, without: false })
        places.push([])
      } else if (name === 'pPr') properties++
      else if (paragraph && properties > 0) {
        if (name === 'pStyle') paragraph.style = value ?? ''
        else if (name === 'numId') paragraph.list.list = value ?? ''
        else if (name === 'ilvl') paragraph.list.level = Number(value) || 0
        else if (name === 'del' || name === 'moveFrom') paragraph.without = true
      } else if (name === 'r') {
        style = {}
        font = ''
        hidden = styles.get(paragraph?.style ?? '').hidden
      } else if (name === 'rStyle') hidden ||= styles.get(value ?? '').hidden
      else if (name === 'rFonts') font = attribute('ascii') ?? ''
      else if (name === 'vanish') hidden = on
      else if (name === 'b' && on) style = { ...style, bold: true }
      else if (name === 'i' && on) style = { ...style, italic: true }
      else if (name === 'u' && on) style = { ...style, under: true }
      else if (name === 'strike' && on) style = { ...style, strike: true }
      else if (name === 't') inText = true
      else if (name === 'tab' || name === 'ptab') write('\t')
      else if (name === 'br' || name === 'cr') write('\n')
      else if (name === 'noBreakHyphen') write('\u2011')
      else if (name === 'footnoteReference' || name === 'endnoteReference') {
        const note = notes[name].get(attribute('id') ?? '')
        if (note !== undefined && budget.take()) write(`[${told.push(note)}]`)
      } else if (name === 'sym') write(symbolOf(attribute('font') ?? '', attribute('char') ?? ''))
      else if (name === 'checkBox') ticked = false
      else if (ticked !== null && (name === 'default' || name === 'checked')) ticked = on
      else if (name === 'docPr') alt = attribute('descr') ?? ''
      else if (name === 'blip') {
        const picture = pictureOf(zip, byId.get(attribute('r:embed') ?? ''), alt, pictures)
        if (picture) places.at(-1)!.push(picture)
      } else if (name === 'tbl') tables.push({ rows: [], merged: [], pictures: [], span: 1 })
      else if (name === 'tr') tables.at(-1)?.rows.push([])
      else if (name === 'gridSpan' && tables.length > 0) tables.at(-1)!.span = Number(value) || 1
      else if (name === 'tc') places.push([])
    },
    close(name) {
      if (skipped > 0) skipped--
      else if (name === 'p') endParagraph()
      else if (name === 'pPr') properties--
      else if (name === 't') inText = false
      else if (name === 'checkBox' && ticked !== null) {
        write(ticked ? '☒' : '☐')
        ticked = null
      } else if (name === 'tc') {
        const inside = places.pop() ?? []
        const table = tables.at(-1)
        const span = Math.max(1, Math.min(table?.span ?? 1, limits.columns))
        const empty = Array<string>(span - 1).fill('')
        if (!cells.take(span)) throw stopReading
        const row = table?.rows.at(-1)
        if (table && row && span > 1 && table.merged.length < limits.merged)
          table.merged.push({ row: table.rows.length - 1, column: row.length, rows: 1, columns: span })
        row?.push(cellText(inside), ...empty)
        table?.pictures.push(...inside.filter(({ type }) => type === 'picture'))
        if (table) table.span = 1
      } else if (name === 'tbl') endTable()
    },
    text(text) {
      if (inText && skipped === 0) write(withSymbols(text, font))
    },
  })
  // Containers still open when a limit was reached.
  const rest = places.splice(1).flat()
  while (tables.length > 0) endTable()
  blocks.push(...rest)
  if (told.length > 0) blocks.push({ type: 'rule' })
  for (const [index, text] of told.entries())
    blocks.push({ type: 'item', level: 0, marker: `[${index + 1}]`, runs: [{ text }] })
  return {
    sections: [{ title: null, blocks }],
    plain: true,
    cut: [budget, characters, pictures, cells].some(({ cut }) => cut),
  }
}

/**
 * The texts of a document's footnotes or endnotes, by their ids, without the separators. Source: ECMA-376, part 1,
 * 17.11.
 */
function notesOf(bytes: Uint8Array | null): Map<string, string> {
  const notes = new Map<string, string>()
  let id: string | undefined
  let inText = false
  const add = (text: string) => {
    if (id !== undefined) notes.set(id, `${notes.get(id) ?? ''}${text}`.slice(0, limits.lineLength))
  }
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        if (name === 'footnote' || name === 'endnote')
          id = (attribute('type') ?? 'normal') === 'normal' ? attribute('id') : undefined
        else if (name === 't') inText = true
        else if (name === 'p' || name === 'tab' || name === 'br') add(' ')
      },
      close(name) {
        if (name === 'footnote' || name === 'endnote') id = undefined
        else if (name === 't') inText = false
      },
      text(text) {
        if (inText) add(text)
      },
    })
  }
  return new Map([...notes].map(([id, text]) => [id, text.trim()]))
}
