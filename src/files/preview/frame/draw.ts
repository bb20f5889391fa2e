import type { FrameTexts } from '../protocol.ts'
import { element } from './host.ts'
import { type Block, limits, type Merged, type Parsed, type Run, type Section } from './parse/model.ts'
import { picture } from './picture-page.ts'

/** Renders a parsed document in small steps. All text is inserted as text nodes. */
export function* draw(root: HTMLElement, parsed: Parsed, texts: FrameTexts): Generator<void> {
  if (parsed.plain) root.append(element('p', 'note', texts.plain))
  if (parsed.cut) root.append(element('p', 'note', texts.cut))
  if (parsed.tabs && parsed.sections.length > 1) yield* drawTabs(root, parsed.sections)
  else
    for (const section of parsed.sections) {
      const place = element('section', section.title === null ? '' : 'slide')
      if (section.title !== null && !parsed.tabs)
        place.append(element('h2', 'number', `${texts.slide} ${section.title}`))
      root.append(place)
      yield* drawBlocks(place, section.blocks)
    }
}

/** The sheets of a workbook as tabs. */
function* drawTabs(root: HTMLElement, sections: Section[]): Generator<void> {
  const bar = element('div', 'tabs')
  bar.setAttribute('role', 'tablist')
  const panels = sections.map(({ title }, index) => {
    const tab = element('button', '', title || String(index + 1))
    const place = element('section')
    tab.type = 'button'
    tab.setAttribute('role', 'tab')
    place.setAttribute('role', 'tabpanel')
    place.setAttribute('aria-label', tab.textContent ?? '')
    bar.append(tab)
    return { tab, place }
  })
  const activate = (active: number) => {
    for (const [index, { tab, place }] of panels.entries()) {
      tab.setAttribute('aria-selected', String(index === active))
      place.hidden = index !== active
    }
  }
  for (const [index, { tab }] of panels.entries()) tab.addEventListener('click', () => activate(index))
  root.append(bar, ...panels.map(({ place }) => place))
  activate(0)
  for (const [index, { place }] of panels.entries()) yield* drawBlocks(place, sections[index]!.blocks)
}

function* drawBlocks(place: HTMLElement, blocks: Block[]): Generator<void> {
  for (const block of blocks) {
    if (block.type === 'table') yield* drawTable(place, block)
    else place.append(blockElement(block))
    yield
  }
}

function blockElement(block: Exclude<Block, { type: 'table' }>): HTMLElement {
  switch (block.type) {
    case 'heading':
      return withRuns(element(`h${Math.min(6, block.level) as 1 | 2 | 3 | 4 | 5 | 6}`), block.runs)
    case 'paragraph':
      return withRuns(element('p'), block.runs)
    case 'quote':
      return withRuns(element('blockquote'), block.runs)
    case 'item': {
      const item = element('p', 'item')
      item.style.marginInlineStart = `${block.level * 24}px`
      if (block.marker) item.append(element('span', 'marker', block.marker))
      const text = withRuns(element('span'), block.runs)
      item.append(text)
      return item
    }
    case 'code':
      return element('pre', 'block', block.text)
    case 'lines': {
      const place = element('div', 'lines')
      const numbers = block.lines.map((_, index) => block.first + index).join('\n')
      const gutter = element('pre', 'gutter', numbers)
      gutter.setAttribute('aria-hidden', 'true')
      place.style.containIntrinsicSize = `auto ${block.lines.length * 20}px`
      place.append(gutter, element('pre', 'text', block.lines.join('\n')))
      return place
    }
    case 'picture': {
      const place = element('span')
      picture(block.bytes, block).then(
        image => place.replaceWith(image ?? block.alt),
        () => place.replaceWith(block.alt),
      )
      return place
    }
    case 'rule':
      return element('hr')
  }
}

function withRuns(place: HTMLElement, runs: Run[]): HTMLElement {
  for (const { text, ...style } of runs) {
    const names = Object.entries(style).flatMap(([name, on]) => (on ? [name] : []))
    place.append(names.length === 0 ? text : element(style.code ? 'code' : 'span', names.join(' '), text))
  }
  return place
}

/** `0` → `A`, `27` → `AB`. */
function columnName(column: number): string {
  return (
    (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
  )
}

/** The merged cells of a table by their first cell, the cells they cover, and the minimum length of each row. */
function spansOf(merged: readonly Merged[], height: number, width: number) {
  const at = (row: number, column: number) => row * width + column
  const spans = new Map<number, Merged>()
  const taken = new Set<number>()
  const ends = Array<number>(height).fill(0)
  for (const { row, column, ...size } of merged) {
    const rows = Math.min(size.rows, height - row)
    const columns = Math.min(size.columns, width - column)
    if (rows * columns < 2 || rows < 1 || taken.size + rows * columns > limits.cells) continue
    const places = Array.from({ length: rows * columns }, (_, index) =>
      at(row + Math.floor(index / columns), column + (index % columns)),
    )
    // A range that overlaps another is damaged: its cells stay separate.
    if (places.some(each => taken.has(each) || spans.has(each))) continue
    spans.set(places[0]!, { row, column, rows, columns })
    for (const each of places.slice(1)) taken.add(each)
    for (let each = row; each < row + rows; each++) ends[each] = Math.max(ends[each]!, column + columns)
  }
  return {
    ends,
    isTaken: (row: number, column: number) => taken.has(at(row, column)),
    spanOf: (row: number, column: number) => spans.get(at(row, column)),
  }
}

function* drawTable(place: HTMLElement, block: Extract<Block, { type: 'table' }>): Generator<void> {
  const { look, rows, merged, rowNumbers, columnNumbers } = block
  const scroller = element('div', 'scroll')
  const table = element('table', look)
  scroller.append(table)
  place.append(scroller)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (look === 'sheet' && width > 0) {
    const head = element('tr')
    head.append(element('td'))
    for (let column = 0; column < width; column++)
      head.append(element('th', '', columnName(columnNumbers?.[column] ?? column)))
    table.append(head)
  }
  const spans = merged?.length ? spansOf(merged, rows.length, width) : null
  for (const [index, row] of rows.entries()) {
    const line = element('tr')
    if (look === 'sheet') line.append(element('th', '', String(rowNumbers?.[index] ?? index + 1)))
    const length = Math.max(row.length, spans?.ends[index] ?? 0)
    for (let column = 0; column < length; column++) {
      if (spans?.isTaken(index, column)) continue
      const cell = element(look === 'head' && index === 0 ? 'th' : 'td', '', row[column] ?? '')
      const span = spans?.spanOf(index, column)
      if (span) Object.assign(cell, { rowSpan: span.rows, colSpan: span.columns })
      line.append(cell)
    }
    if (length < width) line.append(Object.assign(element('td'), { colSpan: width - length }))
    table.append(line)
    yield
  }
}
