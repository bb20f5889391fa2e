// biome-ignore-all lint/a11y/noStaticElementInteractions: they keep clicks of what is in them from the cell
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
// biome-ignore-all lint/a11y/useSemanticElements: table cells cannot be placed one by one
import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { checkboxStyle } from '../../../forms/checkbox.tsx'
import { anchorStyle } from '../../../ui/anchor.tsx'
import { iconButtonStyle } from '../../../ui/icon-button.tsx'
import { skeletonStyle } from '../../../ui/skeleton.tsx'
import { ItemBox, ItemIcon, ItemMenu, ItemName, itemProps, stop } from '../../item-parts.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import { type ItemViewProps, keyboardFocus } from '../use-file-view.ts'

/** One file or folder as a tile: its thumbnail or icon above its name. */
export const FileTile = memo(function FileTile(props: ItemViewProps) {
  const { bucket, item, selected, events } = props
  return (
    <div role="gridcell" {...itemProps(props)}>
      <span className={`picture ${item.type}`}>
        <Thumbnail bucket={bucket} file={item}>
          <ItemIcon item={item} />
        </Thumbnail>
      </span>
      <span className="foot">
        <span className={item.type}>
          <ItemIcon item={item} />
        </span>
        <span className="name">
          <ItemName item={item} bucket={bucket} two />
        </span>
        <span className="menu" onClick={stop} onDoubleClick={stop}>
          <ItemMenu item={item} events={events} />
        </span>
      </span>
      <span className="box" onClick={stop} onDoubleClick={stop}>
        <ItemBox item={item} selected={selected} events={events} />
      </span>
    </div>
  )
})

export const Tiles = chakra('div', {
  base: {
    position: 'relative',
    ms: { base: '4', sm: '0' },
    me: { base: '4', sm: '3' },
    '& > .line': {
      position: 'absolute',
      insetInline: '0',
      top: '0',
      display: 'grid',
      gap: 'var(--gap)',
      pb: 'var(--gap)',
    },
    '& [role=gridcell], & .blank': {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      minW: '0',
      borderWidth: '1px',
      borderRadius: 'lg',
      overflow: 'hidden',
      bg: 'bg.panel',
      cursor: 'default',
      userSelect: 'none',
      transition: 'background-color 120ms, border-color 120ms',
    },
    '& [role=gridcell]:hover, & [data-menu]': { bg: 'bg.hover', borderColor: 'line.strong' },
    '& [aria-selected=true], & [aria-selected=true]:hover': { bg: 'bg.selected', borderColor: 'accent' },
    '& [data-active]': {
      [`${keyboardFocus} &`]: { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '-2px' },
    },
    '& .picture': {
      display: 'grid',
      placeItems: 'center',
      flex: '1',
      minH: '0',
      bg: 'bg.muted',
      '&.file': { color: 'fg.subtle' },
      '&.folder': { color: 'fg.accent' },
      _icon: { boxSize: '48px', strokeWidth: '1.25' },
    },
    '& .foot': { display: 'flex', alignItems: 'center', gap: '2', h: '56px', ps: '3', pe: '1' },
    '& .foot > .file, & .foot > .folder': { color: 'fg.subtle', flexShrink: '0', _icon: { boxSize: '18px' } },
    '& .foot > .folder': { color: 'fg.accent' },
    '& .name': { flex: '1', minW: '0', textStyle: 'small', fontWeight: 'medium' },
    '& .name > a': {
      ...anchorStyle,
      WebkitTouchCallout: 'none',
      _hover: { textDecoration: { sm: 'underline' } },
    },
    '& .menu > button': iconButtonStyle,
    '& .box': {
      position: 'absolute',
      top: '0',
      left: '0',
      display: 'grid',
      placeItems: 'center',
      boxSize: '40px',
      '& > input': { ...checkboxStyle, boxShadow: 'sm' },
      // Shown on hover where the pointer can hover, else always.
      '@media (hover: hover)': { opacity: '0' },
    },
    [`& [role=gridcell]:hover > .box, & [aria-selected=true] > .box, ${keyboardFocus} & [data-active] > .box`]:
      {
        opacity: '1',
      },
    '& .blank > .picture': { ...skeletonStyle, borderRadius: '0', h: 'auto' },
    '& .blank > .foot > i': { ...skeletonStyle, flex: '1', maxW: '60%' },
  },
})
