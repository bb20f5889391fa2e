// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one
import { chakra } from '@chakra-ui/react'
import { EllipsisVertical } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { Link } from 'wouter'
import type { ObjectItem } from '../../openapi/schema.ts'
import { folderAddress, shownName } from '../buckets/folder-address.ts'
import { checkboxStyle } from '../forms/checkbox.tsx'
import { useFormats } from '../i18n/formats.ts'
import { type Text, useText } from '../i18n/text.ts'
import { anchorStyle } from '../ui/anchor.tsx'
import { FileIcon } from '../ui/file-icon.tsx'
import { extensionOf, kindOf } from '../ui/file-kind.ts'
import { iconButtonStyle } from '../ui/icon-button.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { skeletonStyle } from '../ui/skeleton.tsx'
import type { KnownAcl } from './file-acls.ts'

const fromSmall = '@container (min-width: 540px)'
const fromLarge = '@container (min-width: 900px)'

/** The grid's columns: box, name, type, size, date, access where it is shown, class, menu; fewer where narrower. */
export const columns = {
  gridTemplateColumns: '44px minmax(0, 1fr) 44px',
  '& .small, & .large': { display: 'none' },
  [fromSmall]: {
    gridTemplateColumns: '44px minmax(0, 1fr) 108px 180px 44px',
    '& .small': { display: 'block' },
  },
  [fromLarge]: {
    gridTemplateColumns: '44px minmax(0, 1fr) 168px 116px 180px var(--acl-column,) 120px 44px',
    '& .large': { display: 'block' },
  },
}

export type RowEvents = {
  click: (item: ObjectItem, event: MouseEvent) => void
  /** The row's box; with Shift all from the anchor on. */
  box: (item: ObjectItem, shiftKey: boolean) => void
  open: (item: ObjectItem) => void
  menu: (item: ObjectItem, at: { x: number; y: number }) => void
}

type Props = {
  item: ObjectItem
  bucket: string
  index: number
  /** Who may download it, `unread` until that is known; null where there is no column of it. */
  acl: KnownAcl | 'unread' | null
  selected: boolean
  active: boolean
  /** Whether its menu is open. */
  menuOpen: boolean
  phone: boolean
  id: string
  height: number
  start: number
  events: RowEvents
}

/** The name of an item as it is shown: a folder's without its slash. */
export function nameOfItem(item: Pick<ObjectItem, 'name' | 'type'>): string {
  return item.type === 'folder' ? shownName(item.name.replace(/\/$/, '')) : item.name
}

/** What an item is, in words: `Image (JPG)`. */
function kindText(t: Text, item: ObjectItem): string {
  if (item.type === 'folder') return t('files.kind.folder')
  const kind = t(`files.kind.${kindOf(item.name)}`)
  const extension = extensionOf(item.name)
  return extension && extension.length <= 5
    ? t('files.kindAndExtension', { kind, extension: extension.toUpperCase() })
    : kind
}

/** One file or folder of the list. */
export const FileRow = memo(function FileRow(props: Props) {
  const { item, acl, selected, active, menuOpen, phone, id, height, start, index, events } = props
  const t = useText()
  const format = useFormats()
  const name = nameOfItem(item)
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      data-menu={menuOpen || undefined}
      style={{ height, transform: `translateY(${start}px)` }}
      onClick={event => events.click(item, event)}
      onDoubleClick={() => events.open(item)}
      onContextMenu={event => {
        event.preventDefault()
        events.menu(item, { x: event.clientX, y: event.clientY })
      }}
    >
      <span role="gridcell" className="box" onClick={stop}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={selected}
          aria-label={t('files.select', { name })}
          onChange={({ nativeEvent }) =>
            events.box(item, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
          }
        />
      </span>
      <span role="gridcell" className="item">
        <span className={item.type}>
          <FileIcon name={item.key} />
        </span>
        <span className="name">
          <Name {...props} name={name} />
          {phone && (
            <span className="facts">
              {item.type === 'folder'
                ? t('files.kind.folder')
                : [format.bytes(item.size ?? 0), item.last_modified && format.date(item.last_modified)]
                    .filter(Boolean)
                    .join(' · ')}
            </span>
          )}
        </span>
      </span>
      <span role="gridcell" className="fact large">
        {kindText(t, item)}
      </span>
      <span role="gridcell" className="fact small end">
        {item.size === null ? '' : format.bytes(item.size)}
      </span>
      <span role="gridcell" className="fact small">
        {item.last_modified === null ? '' : format.dateTime(item.last_modified)}
      </span>
      {acl && <AclCell acl={acl} />}
      <span role="gridcell" className="fact large">
        {item.storage_class ?? ''}
      </span>
      <span role="gridcell" className="menu" onClick={stop} onDoubleClick={stop}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('files.actionsFor', { name })}
          aria-haspopup="menu"
          onClick={event => {
            const box = event.currentTarget.getBoundingClientRect()
            events.menu(item, { x: box.left, y: box.bottom + 4 })
          }}
        >
          <EllipsisVertical />
        </button>
      </span>
    </div>
  )
})

function AclCell({ acl }: { acl: KnownAcl | 'unread' }) {
  const t = useText()
  return (
    <span role="gridcell" className="fact">
      {acl === 'unread' && <i className="unread" />}
      {acl === 'public' && <span className="open">{t('files.public')}</span>}
      {acl === 'private' && t('files.private')}
    </span>
  )
}

function stop(event: MouseEvent) {
  event.stopPropagation()
}

function Name({ item, bucket, name }: Props & { name: string }) {
  if (item.type === 'file') return <MiddleName name={name} />
  return (
    <Link href={folderAddress({ bucket, prefix: item.key })} tabIndex={-1} onClick={stop}>
      <MiddleName name={name} />
    </Link>
  )
}

/** The rows, and their styles: style props would be computed anew for each element of each row. */
export const Rows = chakra('div', {
  base: {
    position: 'relative',
    '& > [role=row]': {
      position: 'absolute',
      insetInline: '0',
      top: '0',
      display: 'grid',
      ...columns,
      alignItems: 'center',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'default',
      userSelect: 'none',
      '&:hover, &[data-menu]': { bg: 'bg.hover' },
      '&[aria-selected=true]': { bg: 'bg.selected', _hover: { bg: 'bg.selected' } },
      '&[data-active]': {
        '[role=grid]:focus-visible &': { boxShadow: 'inset 0 0 0 2px var(--kho-colors-focus)' },
      },
    },
    '& .box': { display: 'grid', placeItems: 'center', alignSelf: 'stretch', '& > input': checkboxStyle },
    '& .item': { display: 'flex', alignItems: 'center', gap: '3', minW: '0', pe: '3' },
    '& .file, & .folder': { color: 'fg.subtle', flexShrink: '0', _icon: { boxSize: '20px' } },
    '& .folder': { color: 'fg.accent' },
    '& .name': { minW: '0', flex: '1', display: 'flex', flexDirection: 'column' },
    '& .name > a': {
      ...anchorStyle,
      minW: '0',
      maxW: 'full',
      alignSelf: 'flex-start',
      fontWeight: 'medium',
      _hover: { textDecoration: { sm: 'underline' }, textUnderlineOffset: '3px' },
    },
    '& .facts': {
      textStyle: 'small',
      color: 'fg.muted',
      fontFamily: 'figures',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .fact': {
      px: '3',
      color: 'fg.muted',
      textStyle: 'figures',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .open': { color: 'fg.warning', fontWeight: 'medium' },
    '& .unread': { ...skeletonStyle, boxSize: '8px', h: '8px' },
    '& .end': { textAlign: 'end' },
    '& .menu': { display: 'grid', placeItems: 'center', '& > button': iconButtonStyle },
  },
})
