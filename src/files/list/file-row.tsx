// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one
import { chakra } from '@chakra-ui/react'
import { Fragment, memo, type ReactNode } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { checkboxStyle } from '../../forms/checkbox.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { anchorStyle } from '../../ui/anchor.tsx'
import { iconButtonStyle } from '../../ui/icon-button.tsx'
import { skeletonStyle } from '../../ui/skeleton.tsx'
import { ItemBox, ItemIcon, ItemMenu, ItemName, itemProps, stop } from '../item-parts.tsx'
import type { KnownAcl } from './acl-reader.tsx'
import { afterAcl, columnStyle, facts } from './columns.ts'
import { type ItemViewProps, keyboardFocus } from './use-file-view.ts'

type Props = ItemViewProps & {
  index: number
  /** `unread` until it is loaded; null without the column. */
  acl: KnownAcl | 'unread' | null
  phone: boolean
  height: number
  start: number
  /** What is shown below the name. */
  below?: ((item: ObjectItem) => ReactNode) | undefined
}

/** One file or folder of the list. */
export const FileRow = memo(function FileRow(props: Props) {
  const { item, bucket, acl, selected, phone, height, start, index, events, below } = props
  const t = useText()
  const format = useFormats()
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ height, transform: `translateY(${start}px)` }}
      {...itemProps(props)}
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
          {below?.(item)}
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
      {facts.map(([column, { look, cell }]) => (
        <Fragment key={column}>
          {acl && column === afterAcl && <AclCell acl={acl} />}
          <span role="gridcell" className={`fact ${look}`}>
            {cell(item, t, format)}
          </span>
        </Fragment>
      ))}
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
      ...columnStyle,
      alignItems: 'center',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'default',
      userSelect: 'none',
      '&:hover, &[data-menu]': { bg: 'bg.hover' },
      '&[aria-selected=true]': { bg: 'bg.selected', _hover: { bg: 'bg.selected' } },
      '&[data-active]': {
        [`${keyboardFocus} &`]: { boxShadow: 'inset 0 0 0 2px var(--kho-colors-focus)' },
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
