// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one

import { chakra } from '@chakra-ui/react'
import { type CSSProperties, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { CheckboxBox } from '../../../forms/checkbox.tsx'
import { useText } from '../../../i18n/text.ts'
import { usePhone } from '../../../ui/use-width.ts'
import type { Sort } from '../columns.ts'
import { ListEnd, Scroller } from '../scroller.tsx'
import SortMenu from '../sort-menu.tsx'
import { type FileViewProps, useFileView } from '../use-file-view.ts'
import { FileTile, Tiles } from './file-tile.tsx'

/** Sizes of a tile and the gap, in px. */
const sizes = {
  phone: { minWidth: 140, height: 176, gap: 12 },
  desktop: { minWidth: 184, height: 204, gap: 16 },
}

/** The integers in `[first, end)`. */
const range = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)

export default function FileTiles(props: FileViewProps) {
  return props.rows.length === 0 ? <TilesSkeleton /> : <TileGrid {...props} />
}

function useLines() {
  const { minWidth, height: tile, gap } = sizes[usePhone() ? 'phone' : 'desktop']
  const element = useRef<HTMLDivElement>(null)
  const columns = useColumns(element, minWidth, gap)
  const height = tile + gap
  return {
    element,
    columns,
    height,
    /** Style of the container of the lines. */
    containerStyle: (height: number) => ({ height, '--gap': `${gap}px` }) as CSSProperties,
    lineStyle: (line: number, shift = 0): CSSProperties => ({
      height,
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      transform: `translateY(${line * height + shift}px)`,
    }),
  }
}

function TilesSkeleton() {
  const t = useText()
  const { element, columns, height, containerStyle, lineStyle } = useLines()
  return (
    <Scroller role="status" aria-busy="true" aria-label={t('common.loading')} overflow="hidden">
      <Tiles ref={element} style={containerStyle(2 * height)}>
        {range(0, 2).map(line => (
          <div key={line} className="line" style={lineStyle(line)}>
            {range(0, columns).map(column => (
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

function TileGrid(props: FileViewProps) {
  const { count } = props
  const { element, columns, height, containerStyle, lineStyle } = useLines()
  const view = useFileView(props, { columns, height, headHeight: 0, overscan: 1 })
  return (
    <>
      <TileHead
        sort={props.sort}
        sortBy={props.sortBy}
        selected={view.selected}
        onSelectAll={view.onSelectAll}
      />
      <Scroller {...view.grid} aria-rowcount={count === null ? -1 : view.lines} aria-colcount={columns}>
        <Tiles ref={element} role="rowgroup" style={containerStyle(view.wholeHeight)}>
          {range(view.first, view.end).map(line => (
            <div
              key={line}
              className="line"
              role="row"
              aria-rowindex={line + 1}
              style={lineStyle(line, view.shift)}
            >
              {range(line * columns, Math.min((line + 1) * columns, view.total)).map(index => {
                const item = view.itemAt(index)
                if (!item) return <div key={index} className="blank" />
                return <FileTile key={item.key} {...view.itemView(item, index)} />
              })}
            </div>
          ))}
        </Tiles>
        <ListEnd aria-hidden="true" />
      </Scroller>
    </>
  )
}

/** How many tiles of at least `minWidth` px fit side by side with `gap` px between them; at least two. */
function useColumns(element: RefObject<HTMLElement | null>, minWidth: number, gap: number): number {
  const [columns, setColumns] = useState(2)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setColumns(Math.max(2, Math.floor((current.clientWidth + gap) / (minWidth + gap))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, minWidth, gap])
  return columns
}

type Props = {
  sort: Sort | null
  /** Null when there are too many items to sort. */
  sortBy: FileViewProps['sortBy']
  selected: 'all' | 'some' | 'none'
  onSelectAll: (all: boolean) => void
}

function TileHead({ sort, sortBy, selected, onSelectAll }: Props) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      ps={{ base: '4', sm: '0' }}
      pe={{ base: '4', sm: '3' }}
      pb="2"
    >
      <chakra.label
        htmlFor={id}
        display="flex"
        alignItems="center"
        gap="2.5"
        textStyle="small"
        color="fg.muted"
        cursor="pointer"
      >
        <CheckboxBox
          id={id}
          type="checkbox"
          checked={selected === 'all'}
          ref={(box: HTMLInputElement | null) => {
            if (box) box.indeterminate = selected === 'some'
          }}
          onChange={event => onSelectAll(event.target.checked)}
        />
        {t('files.selectAll')}
      </chakra.label>
      <SortMenu labelled sort={sort} sortBy={sortBy} />
    </chakra.div>
  )
}
