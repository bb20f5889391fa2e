import { EllipsisVertical } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import type { ObjectItem } from '../../openapi/schema.ts'
import { folderAddress, shownName } from '../buckets/folder-address.ts'
import { useText } from '../i18n/text.ts'
import { MiddleName } from '../ui/middle-name.tsx'
import type { ItemEvents } from './use-file-view.ts'

/*
 * What each item of a folder has, in a row and on a tile. Plain elements, which the list styles: style props would be
 * computed anew for each.
 */

type Props = { item: ObjectItem; events: ItemEvents }

/** The name of an item as it is shown: a folder's without its slash. */
export function nameOfItem(item: Pick<ObjectItem, 'name' | 'type'>): string {
  return item.type === 'folder' ? shownName(item.name.replace(/\/$/, '')) : item.name
}

/** For what is within an item and has clicks of its own. */
export function stop(event: MouseEvent) {
  event.stopPropagation()
}

/** What the pointer does with an item. */
export function pointing(item: ObjectItem, events: ItemEvents) {
  return {
    onClick: (event: MouseEvent) => events.click(item, event),
    onDoubleClick: () => events.open(item),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      events.menu(item, { x: event.clientX, y: event.clientY })
    },
  }
}

/** The box that selects it. */
export function ItemBox({ item, selected, events }: Props & { selected: boolean }) {
  const t = useText()
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      checked={selected}
      aria-label={t('files.select', { name: nameOfItem(item) })}
      onChange={({ nativeEvent }) =>
        events.box(item, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

/** Its name, cut in the middle of its one line or its `two`; a folder's is a link. */
export function ItemName({ item, bucket, two }: { item: ObjectItem; bucket: string; two?: boolean }) {
  const name = <MiddleName name={nameOfItem(item)} two={two} />
  if (item.type === 'file') return name
  return (
    <Link href={folderAddress({ bucket, prefix: item.key })} tabIndex={-1} onClick={stop}>
      {name}
    </Link>
  )
}

/** The button of its menu. */
export function ItemMenu({ item, events }: Props) {
  const t = useText()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('files.actionsFor', { name: nameOfItem(item) })}
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
