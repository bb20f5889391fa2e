// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one
import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { bareName } from '../../../domain/object-key.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { checkboxStyle } from '../../forms/checkbox.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { anchorStyle } from '../../ui/anchor.tsx'
import { extensionOf, kindOf } from '../../ui/file-kind.ts'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { skeletonStyle } from '../../ui/skeleton.tsx'
import { ItemBox, ItemIcon, ItemMenu, ItemName, itemProps, stop } from '../item-parts.tsx'
import type { KnownAcl } from './file-acls.ts'
import type { ItemEvents } from './use-file-view.ts'

const fromSmall = '@container (min-width: 540px)'
const fromLarge = '@container (min-width: 900px)'

/** Grid columns: checkbox, name, type, size, date, ACL if shown, class, menu; fewer on narrow screens. */
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

type Props = {
  item: ObjectItem
  bucket: string
  index: number
  /** `unread` until it is loaded; null without the column. */
  acl: KnownAcl | 'unread' | null
  selected: boolean
  active: boolean
  /** Whether its menu is open. */
  menuOpen: boolean
  phone: boolean
  id: string
  height: number
  start: number
  events: ItemEvents
}

/** The type of an item: `Image (JPG)`. */
function kindText(t: Text, item: ObjectItem): string {
  if (item.type === 'folder') return t('files.kind.folder')
  const name = bareName(item.key)
  const kind = t(`files.kind.${kindOf(name)}`)
  const extension = extensionOf(name)
  return extension && extension.length <= 5
    ? t('files.kindAndExtension', { kind, extension: extension.toUpperCase() })
    : kind
}

/** One file or folder of the list. */
export const FileRow = memo(function FileRow(props: Props) {
  const { item, bucket, acl, selected, active, menuOpen, phone, id, height, start, index, events } = props
  const t = useText()
  const format = useFormats()
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      data-menu={menuOpen || undefined}
      style={{ height, transform: `translateY(${start}px)` }}
      {...itemProps(item, events)}
    >
      <span role="gridcell" className="box" onClick={stop}>
        <ItemBox item={item} selected={selected} events={events} />
      </span>
      <span role="gridcell" className="item">
        <span className={item.type}>
          <ItemIcon item={item} />
        </span>
        <span className="name">
          <ItemName item={item} bucket={bucket} />
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
        <ItemMenu item={item} events={events} />
      </span>
    </div>
  )
})

function AclCell({ acl }: { acl: KnownAcl | 'unread' }) {
  const t = useText()
  return (
    <span role="gridcell" className="fact">
      {acl === 'unread' && <i className="unread" />}
      {acl === 'public' && <span className="open">{t('files.acl.public')}</span>}
      {acl === 'private' && t('files.acl.private')}
    </span>
  )
}

/** Styles all rows: style props would be computed for each element of each row. */
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
      WebkitTouchCallout: 'none',
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
