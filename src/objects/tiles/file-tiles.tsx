// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one
import { type CSSProperties, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { type FileViewProps, ListEnd, Scroller, useFileView } from '../use-file-view.ts'
import { FileTile, Tiles } from './file-tile.tsx'
import { TileHead } from './tile-head.tsx'
import { useColumns } from './use-columns.ts'

/** Px of a tile and of the gap below and beside it. */
const sizes = {
  phone: { least: 140, height: 176, gap: 12 },
  desktop: { least: 184, height: 204, gap: 16 },
}

/** Numbers from `first` to before `end`. */
const numbers = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)

/** The files and folders as tiles in lines, with small pictures of those that are pictures. */
export default function FileTiles(props: FileViewProps) {
  return props.rows.length === 0 ? <Blanks /> : <Filled {...props} />
}

function useLines() {
  const { least, height: tile, gap } = sizes[usePhone() ? 'phone' : 'desktop']
  const element = useRef<HTMLDivElement>(null)
  const columns = useColumns(element, least, gap)
  const height = tile + gap
  return {
    element,
    columns,
    height,
    /** Of the lines together. */
    all: (lines: number) => ({ height: lines * height, '--gap': `${gap}px` }) as CSSProperties,
    style: (line: number): CSSProperties => ({
      height,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      transform: `translateY(${line * height}px)`,
    }),
  }
}

/** Tiles in the shape of what comes. */
function Blanks() {
  const t = useText()
  const { element, columns, all, style } = useLines()
  return (
    <Scroller role="status" aria-busy="true" aria-label={t('common.loading')} overflow="hidden">
      <Tiles ref={element} style={all(2)}>
        {numbers(0, 2).map(line => (
          <div key={line} className="line" style={style(line)}>
            {numbers(0, columns).map(column => (
              <div key={column} className="blank">
                <i className="picture" />
                <span className="foot">
                  <i />
                </span>
              </div>
            ))}
          </div>
        ))}
      </Tiles>
    </Scroller>
  )
}

function Filled(props: FileViewProps) {
  const { bucket, rows, selection, count } = props
  const { element, columns, height, all, style } = useLines()
  const view = useFileView(props, { columns, height, head: 0, beyond: 1 })
  return (
    <>
      <TileHead
        sort={props.sort}
        onSort={props.onSort}
        selected={view.selected}
        onSelectAll={view.onSelectAll}
      />
      <Scroller {...view.grid} aria-rowcount={count === null ? -1 : view.lines} aria-colcount={columns}>
        <Tiles ref={element} role="rowgroup" style={all(view.lines)}>
          {numbers(view.first, view.end).map(line => (
            <div key={line} className="line" role="row" aria-rowindex={line + 1} style={style(line)}>
              {rows.slice(line * columns, (line + 1) * columns).map((item, at) => (
                <FileTile
                  key={item.key}
                  id={view.itemId(line * columns + at)}
                  bucket={bucket}
                  item={item}
                  selected={selection.keys.has(item.key)}
                  active={line * columns + at === view.activeIndex}
                  menuOpen={props.menuItems.includes(item)}
                  events={view.events}
                />
              ))}
            </div>
          ))}
        </Tiles>
        <ListEnd aria-hidden="true" />
      </Scroller>
    </>
  )
}
