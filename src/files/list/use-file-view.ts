import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { deskTexts } from '../../../languages/screen-texts.ts'
import type { Selection, SelectionChange } from '../../../machines/selection/rules.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useText, withMessages } from '../../i18n/text.ts'
import { ActionSheet, Menu } from '../../ui/action-menu.tsx'
import { lazyOverlay, preloading } from '../../ui/lazy.tsx'
import { shortcutOf } from '../../ui/shortcuts.ts'
import { usePhone } from '../../ui/use-width.ts'
import type { Column, Sort } from './columns.ts'
import {
  appendLetter,
  findRow,
  isFolderShortcut,
  keyStroke,
  type TypeAhead,
  useArrowIntoList,
} from './key-strokes.ts'
import type { RowWindow } from './large/types.ts'
import { useLongTouch } from './scroller.tsx'
import { useRowsInView } from './use-rows-in-view.ts'

/** The menu of a row, loaded when a pointer first comes near. */
export const FileMenu = lazyOverlay(() => withMessages(import('../actions/file-actions.tsx'), deskTexts))

/** Set while the last pointer was a finger: browsers also call a focus visible that returns after a touch. */
const touched = 'data-touched'

/** Parent of the row or tile that shows the keyboard focus. */
export const keyboardFocus = `[role=grid]:focus-visible:not([${touched}])`

export type FileViewProps = {
  /** Empty if the rows are of several. */
  bucket: string
  rows: readonly ObjectItem[]
  selection: Selection
  /** Whether the rest of the folder is loading for "select all". */
  selectingAll: boolean
  /** Keys of the items that were cut. */
  cut?: ReadonlySet<string>
  onSelect: (event: SelectionChange) => void
  sort: Sort | null
  /** Null for a column by which the list cannot be sorted. */
  sortBy: (column: Column) => (() => void) | null | undefined
  onOpen: (item: ObjectItem) => void
  onRemove: () => void
  onRename: () => void
  onMenu: (item: ObjectItem, at: { x: number; y: number }) => void
  /** Begins to drag an item, with those that are selected with it; returns whether it may be dragged. */
  onDrag?: (item: ObjectItem) => boolean
  /** The items whose menu is open. */
  menuItems: readonly ObjectItem[]
  onEnd: () => void
  /** Total number of items, if known. */
  count: number | null
  /** Where the rows are among all, if they are not the first ones. */
  window?: RowWindow | null
}

export type ItemEvents = {
  click: (item: ObjectItem, event: MouseEvent) => void
  /** The checkbox; with Shift it selects a range. */
  box: (item: ObjectItem, shiftKey: boolean) => void
  open: (item: ObjectItem) => void
  menu: (item: ObjectItem, at: { x: number; y: number }) => void
}

/** Props of a row or a tile. */
export type ItemViewProps = {
  id: string
  bucket: string
  item: ObjectItem
  selected: boolean
  /** Whether it has the keyboard cursor. */
  active: boolean
  cut: boolean
  menuOpen: boolean
  events: ItemEvents
}

export type Lines = {
  /** Items per line. */
  columns: number
  /** Height of a line, in px. */
  height: number
  /** Height of the sticky header, in px. */
  headHeight: number
  /** Lines rendered beyond the visible ones. */
  overscan: number
}

/** Virtual scrolling, keyboard, pointer and selection of a list or tile view. */
export function useFileView(props: FileViewProps, { columns, height, headHeight, overscan }: Lines) {
  const { rows, selection, sort, onSelect, onOpen, onRemove, onRename, onMenu, onDrag, window = null } = props
  const t = useText()
  const phone = usePhone()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef<TypeAhead | null>(null)
  const visible = useRowsInView(scroller, props, { columns, height, overscan })
  const { first, base, total, itemAt, placeNow, scrollTo } = visible

  const activeIndex = useMemo(
    () => (selection.active === null ? -1 : rows.findIndex(row => row.key === selection.active)),
    [rows, selection.active],
  )
  const revealed = useRef<unknown>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element || activeIndex === -1) return
    // Rows that come and go before it do not move the view.
    const cause = `${selection.active}\n${JSON.stringify(sort)}`
    if (revealed.current === cause) return
    revealed.current = cause
    const top = Math.floor((base + activeIndex) / columns) * height
    const minTop = top + height + headHeight - element.clientHeight
    scrollTo(Math.min(top, Math.max(placeNow(), minTop)))
  }, [activeIndex, base, selection.active, sort, columns, height, headHeight, placeNow, scrollTo])

  // A row that the first arrow selects shows the focus until then.
  const cursor =
    activeIndex === -1 && rows.length > 0 ? (first && first + overscan) * columns : base + activeIndex
  const keysOf = (window: RowWindow) => ({ window, rows, cursor, isActive: activeIndex !== -1, onSelect })

  useArrowIntoList(scroller, onSelect)

  const longTouch = useLongTouch((key, at) => {
    const item = rows.find(row => row.key === key)
    if (item) onMenu(item, at)
  })

  const itemId = (index: number) => `${id}-${index}`
  const events = useMemo<ItemEvents>(
    () => ({
      click(item, event) {
        const command = event.ctrlKey || event.metaKey
        if (event.shiftKey) onSelect({ type: 'range', key: item.key, add: command })
        else if (command) onSelect({ type: 'toggle', key: item.key })
        else if (!phone) onSelect({ type: 'only', key: item.key })
        else if (!longTouch.ended()) onOpen(item)
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
    [onSelect, onOpen, onMenu, phone, longTouch],
  )

  function searchByLetter(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey || shortcutOf('page', event)) return
    event.preventDefault()
    typed.current = appendLetter(typed.current, key, event.timeStamp)
    const { letters } = typed.current
    if (window && (sort === null || sort.column === 'name'))
      return void window.parts.goToName(keysOf(window), letters)
    const found = rows[findRow(rows, activeIndex, letters)]
    if (found) onSelect({ type: 'only', key: found.key })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return
    event.currentTarget.removeAttribute(touched)
    const active = itemAt(cursor)
    const page = Math.max(
      1,
      Math.floor((scroller.current?.clientHeight ?? 0) / height) - (columns > 1 ? 1 : 2),
    )
    const stroke = keyStroke(event, { columns, count: total, active: activeIndex === -1 ? -1 : cursor, page })
    if (!stroke) return searchByLetter(event)
    typed.current = null
    if (isFolderShortcut(stroke)) return
    event.preventDefault()
    if (stroke.type === 'open') {
      if (active) onOpen(active)
    } else if (stroke.type === 'remove') onRemove()
    else if (stroke.type === 'rename') onRename()
    else if (stroke.type === 'menu') {
      const row = active && document.getElementById(itemId(cursor))?.getBoundingClientRect()
      if (row) onMenu(active, { x: row.left + 60, y: row.bottom })
    } else if (stroke.type === 'toggle active') {
      if (active) onSelect({ type: 'toggle', key: active.key })
    } else if (stroke.type === 'range to active') {
      if (active) onSelect({ type: 'range', key: active.key })
    } else if (window && stroke.type === 'move') void window.parts.move(keysOf(window), stroke)
    else onSelect(stroke)
  }

  function onDragStart(event: DragEvent) {
    const { currentTarget, dataTransfer } = event
    const key = (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset.key
    const item = rows.find(row => row.key === key)
    if (!item || currentTarget.hasAttribute(touched) || !onDrag?.(item)) return event.preventDefault()
    // A link in the row, which could be dropped elsewhere.
    dataTransfer.clearData()
    dataTransfer.setData('application/x-kho', ' ')
    dataTransfer.effectAllowed = 'copyMove'
    // The empty end of the list: what is dragged is shown at the pointer, with what would be done.
    dataTransfer.setDragImage(currentTarget.lastElementChild!, 0, 0)
  }

  const all = props.selectingAll || (rows.length > 0 && selection.keys.size >= total)
  return {
    scroller,
    ...visible,
    itemView: (item: ObjectItem, index: number): ItemViewProps => ({
      id: itemId(index),
      bucket: props.bucket,
      item,
      selected: selection.keys.has(item.key),
      active: index === cursor,
      cut: props.cut?.has(item.key) ?? false,
      menuOpen: props.menuItems.includes(item),
      events,
    }),
    selected: all ? 'all' : selection.keys.size === 0 ? 'none' : 'some',
    onSelectAll: (all: boolean) => onSelect({ type: all ? 'all' : 'none' }),
    /** Props of the scrolling element. */
    grid: {
      ref: scroller,
      role: 'grid',
      'aria-label': t('files.list'),
      'aria-multiselectable': true,
      'aria-activedescendant': cursor === -1 ? undefined : itemId(cursor),
      tabIndex: 0,
      onKeyDown,
      onDragStart,
      onPointerDown: ({ currentTarget, pointerType }: PointerEvent) =>
        currentTarget.toggleAttribute(touched, pointerType === 'touch'),
      ...longTouch.handlers,
      ...preloading({
        preload: async () =>
          void (await Promise.all([FileMenu.preload(), (phone ? ActionSheet : Menu).preload()])),
      }),
    },
  } as const
}
