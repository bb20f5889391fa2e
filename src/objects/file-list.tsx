import { chakra } from '@chakra-ui/react'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { ActionSheet, Menu } from '../ui/action-menu.tsx'
import { preloading } from '../ui/lazy.tsx'
import { shortcutOf } from '../ui/shortcuts.ts'
import { useKeptScroll } from '../ui/use-kept-scroll.ts'
import { usePhone } from '../ui/use-phone.ts'
import { FileHead } from './file-head.tsx'
import { FileRow, type RowEvents, Rows } from './file-row.tsx'
import { isOfFolder, keyStroke } from './key-strokes.ts'
import type { Sort } from './row-sort.ts'
import type { Selection, SelectionEvent } from './selection.ts'
import { rowTyped, type Typed, withLetter } from './type-ahead.ts'
import { useAclColumn } from './use-acl-column.tsx'
import { useArrowIntoList } from './use-arrow-into-list.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

const rowHeight = 44
/** Of the columns' heads, which stay above the rows. */
const headHeight = 36
const cardHeight = 64
/** More rows are asked for when so few are left below. */
const loadAhead = 200

const aclColumn = { '--acl-column': '112px' } as CSSProperties

type Props = {
  bucket: string
  rows: readonly ObjectItem[]
  selection: Selection
  /** Whether all of the folder is being read to be selected. */
  selectingAll: boolean
  onSelect: (event: SelectionEvent) => void
  sort: Sort | null
  onSort: ((sort: Sort) => void) | null
  onOpen: (item: ObjectItem) => void
  onRemove: () => void
  onRename: () => void
  onMenu: (item: ObjectItem, at: { x: number; y: number }) => void
  /** The items whose menu is open. */
  menuItems: readonly ObjectItem[]
  onEnd: () => void
  /** Rows in all, where that is known. */
  count: number | null
}

/** The files and folders as a grid, of which only the rows in sight are on the page. */
export function FileList(props: Props) {
  const { bucket, rows, selection, onSelect, onOpen, onRemove, onRename, onMenu, onEnd } = props
  const t = useText()
  const phone = usePhone()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef<Typed | null>(null)
  const height = phone ? cardHeight : rowHeight
  const [first, end] = useRowsInSight(scroller, rows.length, height)
  const { acls, reader } = useAclColumn(scroller, bucket, rows, [first, end])
  useKeptScroll(scroller, {
    rows: rows.length,
    rowHeight: height,
    complete: props.count !== null,
    loadMore: onEnd,
  })
  useEffect(() => {
    if (end >= rows.length - loadAhead) onEnd()
  }, [end, rows.length, onEnd])

  const activeIndex = useMemo(
    () => (selection.active === null ? -1 : rows.findIndex(row => row.key === selection.active)),
    [rows, selection.active],
  )
  useEffect(() => {
    const element = scroller.current
    if (!element || activeIndex === -1) return
    const top = activeIndex * height
    const least = top + height + headHeight - element.clientHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, least))
  }, [activeIndex, height])

  useArrowIntoList(scroller, onSelect)

  const events = useMemo<RowEvents>(
    () => ({
      click(item, event) {
        const command = event.ctrlKey || event.metaKey
        if (event.shiftKey) onSelect({ type: 'range', key: item.key, add: command })
        else if (command) onSelect({ type: 'toggle', key: item.key })
        else if (!phone) onSelect({ type: 'only', key: item.key })
        else if (item.type === 'folder') onOpen(item)
        else onMenu(item, { x: event.clientX, y: event.clientY })
      },
      box(item, shiftKey) {
        if (shiftKey) onSelect({ type: 'range', key: item.key, add: true })
        else onSelect({ type: 'toggle', key: item.key })
        scroller.current?.focus({ preventScroll: true })
      },
      open: item => {
        if (!phone) onOpen(item)
      },
      menu: onMenu,
    }),
    [onSelect, onOpen, onMenu, phone],
  )

  function type(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey || shortcutOf('page', event)) return
    event.preventDefault()
    typed.current = withLetter(typed.current, key, event.timeStamp)
    const found = rows[rowTyped(rows, activeIndex, typed.current.letters)]
    if (found) onSelect({ type: 'only', key: found.key })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return
    const active = rows[activeIndex]
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    const stroke = keyStroke(event, pageRows, rows.length)
    if (!stroke) return type(event)
    typed.current = null
    if (isOfFolder(stroke)) return
    event.preventDefault()
    if (stroke.type === 'open') {
      if (active) onOpen(active)
    } else if (stroke.type === 'remove') onRemove()
    else if (stroke.type === 'rename') onRename()
    else if (stroke.type === 'menu') {
      const row = active && document.getElementById(rowId(id, activeIndex))?.getBoundingClientRect()
      if (row) onMenu(active, { x: row.left + 60, y: row.bottom })
    } else if (stroke.type === 'toggle active') {
      if (active) onSelect({ type: 'toggle', key: active.key })
    } else if (stroke.type === 'range to active') {
      if (active) onSelect({ type: 'range', key: active.key })
    } else onSelect(stroke)
  }

  const all = props.selectingAll || (rows.length > 0 && selection.keys.size >= rows.length)
  const selected = all ? 'all' : selection.keys.size === 0 ? 'none' : 'some'
  return (
    <chakra.div
      ref={scroller}
      role="grid"
      aria-label={t('files.list')}
      aria-multiselectable="true"
      aria-rowcount={props.count === null ? -1 : props.count + 1}
      aria-activedescendant={activeIndex === -1 ? undefined : rowId(id, activeIndex)}
      tabIndex={0}
      style={acls ? aclColumn : undefined}
      {...preloading(phone ? ActionSheet : Menu)}
      onKeyDown={onKeyDown}
      flex="1"
      minH="0"
      overflowY="auto"
      containerType="inline-size"
      scrollbarGutter="stable"
      overscrollBehavior="contain"
      outline="none"
      _focusVisible={
        activeIndex === -1 ? { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '-2px' } : {}
      }
    >
      <FileHead
        sort={props.sort}
        onSort={props.onSort}
        selected={selected}
        acls={acls !== null}
        onSelectAll={all => onSelect({ type: all ? 'all' : 'none' })}
      />
      <Rows role="rowgroup" style={{ height: rows.length * height }}>
        {rows.slice(first, end).map((item, at) => (
          <FileRow
            key={item.key}
            id={rowId(id, first + at)}
            item={item}
            bucket={bucket}
            index={first + at}
            acl={acls && (item.type === 'folder' ? 'unknown' : (acls.get(item.key) ?? 'unread'))}
            start={(first + at) * height}
            height={height}
            phone={phone}
            selected={selection.keys.has(item.key)}
            active={first + at === activeIndex}
            menuOpen={props.menuItems.includes(item)}
            events={events}
          />
        ))}
      </Rows>
      {reader}
      <chakra.div h={{ base: '24', sm: '4' }} mb="var(--upload-panel-room, 0px)" aria-hidden="true" />
    </chakra.div>
  )
}

function rowId(list: string, index: number): string {
  return `${list}-${index}`
}
