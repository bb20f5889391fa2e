import { type Block, Budget, limits, type Parsed, type Run, type Section } from './model.ts'
import { pictureOf, relationsOf } from './package.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

const main = 'ppt/presentation.xml'
const titles = ['title', 'ctrTitle']

/** A presentation: text and pictures of each slide, in order. Source: ECMA-376, part 1, 19 and 21. */
export function parsePptx(bytes: Uint8Array): Parsed {
  const zip = new Zip(bytes)
  const relations = relationsOf(zip, main)
  const ids: string[] = []
  readXml(zip.need(main), {
    open(name, attribute) {
      const id = name === 'sldId' ? attribute('r:id') : undefined
      if (id) ids.push(id)
    },
  })
  const budget = {
    blocks: new Budget(limits.blocks),
    characters: new Budget(limits.characters),
    pictures: new Budget(limits.pictures),
  }
  const sections: Section[] = []
  for (const id of ids) {
    const part = relations.byId.get(id)
    if (part && !budget.blocks.cut) sections.push({ title: '', blocks: slideOf(zip, part, budget) })
  }
  return { sections, plain: true, cut: Object.values(budget).some(({ cut }) => cut) }
}

function slideOf(
  zip: Zip,
  part: string,
  budget: { blocks: Budget; characters: Budget; pictures: Budget },
): Block[] {
  const relations = relationsOf(zip, part)
  const blocks: Block[] = []
  let runs: Run[] = []
  let title = false
  let level = 0
  let inText = false
  let alt = ''
  let rows: string[][] | null = null
  readXml(zip.need(part), {
    open(name, attribute) {
      if (name === 'sp' || name === 'pic') title = false
      else if (name === 'ph') title = titles.includes(attribute('type') ?? '')
      else if (name === 'cNvPr') alt = attribute('descr') ?? ''
      else if (name === 'p') [runs, level] = [[], 0]
      else if (name === 'pPr') level = Math.min(8, Number(attribute('lvl')) || 0)
      else if (name === 't') inText = true
      else if (name === 'br') runs.push({ text: '\n' })
      else if (name === 'tbl') rows = []
      else if (name === 'tr') rows?.push([])
      else if (name === 'tc') rows?.at(-1)?.push('')
      else if (name === 'blip') {
        const picture = pictureOf(zip, relations.byId.get(attribute('r:embed') ?? ''), alt, budget.pictures)
        if (picture) blocks.push(picture)
      }
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'p') {
        if (!budget.blocks.take()) throw stopReading
        const row = rows?.at(-1)
        const text = runs.map(run => run.text).join('')
        if (row) row[row.length - 1] = [row.at(-1), text].filter(Boolean).join('\n')
        else if (text.trim() !== '' && title) blocks.push({ type: 'heading', level: 2, runs })
        else if (text.trim() !== '') blocks.push({ type: 'item', level, marker: level > 0 ? '•' : '', runs })
      } else if (name === 'tbl' && rows) {
        blocks.push({ type: 'table', look: 'plain', rows: rows.slice(0, limits.rows) })
        rows = null
      }
    },
    text(text) {
      if (!inText) return
      if (!budget.characters.take(text.length)) throw stopReading
      runs.push({ text })
    },
  })
  return blocks
}
