import { EllipsisVertical } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { bareName } from '../../domain/object-key.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { folderAddress, shownName } from '../buckets/addresses.ts'
import { type Text, useText } from '../i18n/text.ts'
import { FileIcon } from '../ui/file-icon.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { isOwn } from './file-rights.ts'
import type { ItemEvents, ItemViewProps } from './list/use-file-view.ts'

/*
 * Parts of an item that rows and tiles share. Plain elements, styled by the list: style props would be computed for each.
 */

type Props = { item: ObjectItem; events: ItemEvents }

type Named = Pick<ObjectItem, 'type' | 'key' | 'name'>

/** The display name of an item: a folder's without its slash. */
export function nameOfItem(t: Text, item: Named): string {
  if (isOwn(item)) return t('files.own', { name: shownName(bareName(item.key)) })
  return item.type === 'folder' ? shownName(item.name.replace(/\/$/, '')) : item.name
}

export function ItemIcon({ item }: { item: Pick<ObjectItem, 'type' | 'key'> }) {
  return <FileIcon name={item.type === 'folder' ? item.key : bareName(item.key)} />
}

/** The element with the name of an item; null while its row is not rendered. */
export function nameElement(key: string): Element | null {
  return document.querySelector(`[data-key="${CSS.escape(key)}"] .name`)
}

/** For parts of an item with their own clicks. */
export function stop(event: MouseEvent) {
  event.stopPropagation()
}

/** Props of the element of an item: its state, its key and pointer handlers. */
export function itemProps({ id, item, selected, active, cut, menuOpen, events }: ItemViewProps) {
  return {
    id,
    'aria-selected': selected,
    'data-active': active || undefined,
    'data-cut': cut || undefined,
    'data-menu': menuOpen || undefined,
    'data-key': item.key,
    draggable: true,
    onClick: (event: MouseEvent) => events.click(item, event),
    onDoubleClick: () => events.open(item),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      events.menu(item, { x: event.clientX, y: event.clientY })
    },
  }
}

export function ItemBox({ item, selected, events }: Props & { selected: boolean }) {
  const t = useText()
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      checked={selected}
      aria-label={t('files.select', { name: nameOfItem(t, item) })}
      onChange={({ nativeEvent }) =>
        events.box(item, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

type NameProps = {
  /** `address`: of a folder that is not in the listed bucket. */
  item: ObjectItem & { address?: string }
  bucket: string
  two?: boolean
}

/** The name, truncated in the middle of one line or of `two`; a folder's is a link. */
export function ItemName({ item, bucket, two }: NameProps) {
  const t = useText()
  const name = <MiddleName name={nameOfItem(t, item)} two={two} />
  if (item.type === 'file') return name
  return (
    <Link href={item.address ?? folderAddress({ bucket, prefix: item.key })} tabIndex={-1} onClick={stop}>
      {name}
    </Link>
  )
}

export function ItemMenu({ item, events }: Props) {
  const t = useText()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('files.actionsFor', { name: nameOfItem(t, item) })}
      aria-haspopup="menu"
      onClick={event => {
        const box = event.currentTarget.getBoundingClientRect()
        events.menu(item, { x: box.left, y: box.bottom + 4 })
      }}
    >
      <EllipsisVertical />
    </button>
  )
}
