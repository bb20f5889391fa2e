import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, ChevronRight, Database, Folder, FolderOpen } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { selectBusy, selectChosen, selectRows } from '../../../machines/folder-tree/selectors.ts'
import type { TreeRow } from '../../../machines/folder-tree/types.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { MiddleName } from '../../ui/middle-name.tsx'
import { type FolderTreeFlow, useFolderTreeEvents } from './flow.ts'

type Props = { flow: FolderTreeFlow } & Pick<ComponentProps<'div'>, 'ref'> & {
    'data-autofocus'?: '' | undefined
  }

const keyOf = ({ kind, path }: TreeRow) => `${kind} ${path}`

/** Buckets and their folders; one is chosen. Keyboard: that of a tree (ARIA); Enter or Space chooses. */
export function FolderTree({ flow, ref, ...box }: Props) {
  const t = useText()
  const id = useId()
  const events = useFolderTreeEvents(flow)
  const rows = useSelector(flow, selectRows)
  const chosen = useSelector(flow, selectChosen)
  const busy = useSelector(flow, selectBusy)
  const [at, setActive] = useActive(rows, chosen)
  const active = Math.max(at, 0)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function act(row: TreeRow) {
    if (row.kind === 'failed') events.retry(row.path)
    else if (row.kind === 'folder') events.choose(row.path)
  }
  function onKeyDown(event: KeyboardEvent) {
    const row = rows[active]
    if (!row) return
    const folder = row.kind === 'folder' ? row : null
    const { key } = event
    if (key === 'ArrowDown') setActive(Math.min(active + 1, rows.length - 1))
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (key === 'Home') setActive(0)
    else if (key === 'End') setActive(rows.length - 1)
    else if (key === 'ArrowRight') {
      if (folder?.isOpen === false) events.open(folder.path)
      else if (folder?.isOpen) setActive(active + 1)
    } else if (key === 'ArrowLeft') {
      if (folder?.isOpen) events.close(folder.path)
      else
        setActive(
          Math.max(
            rows.findLastIndex((each, at) => at < active && each.level < row.level),
            0,
          ),
        )
    } else if (key === 'Enter' || key === ' ') act(row)
    else return
    event.preventDefault()
  }
  const onToggle = (row: Extract<TreeRow, { kind: 'folder' }>) => (event: MouseEvent) => {
    event.stopPropagation()
    if (row.isOpen) events.close(row.path)
    else events.open(row.path)
  }

  return (
    <Box
      ref={ref}
      {...box}
      onKeyDown={onKeyDown}
      role="tree"
      tabIndex={0}
      aria-label={t('picker.tree')}
      aria-busy={busy}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
    >
      <div ref={list} role="none">
        {rows.map((row, index) => (
          <Row
            key={keyOf(row)}
            id={`${id}-${index}`}
            role="treeitem"
            aria-level={row.level}
            data-active={index === active ? '' : undefined}
            style={{ paddingInlineStart: `${8 + (row.level - 1) * 20}px` }}
            onClick={() => {
              setActive(index)
              act(row)
            }}
            {...(row.kind === 'folder'
              ? {
                  'aria-selected': row.path === chosen,
                  'aria-posinset': row.position,
                  'aria-setsize': row.siblings,
                  ...(row.isOpen !== null && { 'aria-expanded': row.isOpen }),
                }
              : { 'aria-disabled': row.kind !== 'failed' })}
          >
            {row.kind === 'folder' ? (
              <>
                <Toggle
                  aria-hidden="true"
                  visibility={row.isOpen === null ? 'hidden' : 'visible'}
                  transform={row.isOpen ? 'rotate(90deg)' : undefined}
                  onClick={onToggle(row)}
                >
                  <ChevronRight />
                </Toggle>
                {row.level === 1 ? (
                  <Database aria-hidden="true" />
                ) : row.isOpen ? (
                  <FolderOpen aria-hidden="true" />
                ) : (
                  <Folder aria-hidden="true" />
                )}
                <chakra.span display="flex" flex="1" minW="0">
                  <MiddleName name={row.name.slice(0, -1)} />
                </chakra.span>
                {row.path === chosen && <Check aria-hidden="true" />}
              </>
            ) : (
              <chakra.span ps="8" textStyle="small" color={row.kind === 'failed' ? 'fg.danger' : 'fg.muted'}>
                {row.kind === 'reading' && t('common.loading')}
                {row.kind === 'cut' && t('picker.cut')}
                {row.kind === 'failed' && `${errorText(t, row.failure)} `}
                {row.kind === 'failed' && (
                  <chakra.span textDecoration="underline">{t('common.retry')}</chakra.span>
                )}
              </chakra.span>
            )}
          </Row>
        ))}
      </div>
    </Box>
  )
}

/** The row of the keyboard, or else of the chosen folder; -1: none. */
function useActive(rows: readonly TreeRow[], chosen: string | null): [number, (index: number) => void] {
  const [stored, store] = useState<{ key: string; chosen: string | null } | null>(null)
  const own = stored?.chosen === chosen ? rows.findIndex(row => keyOf(row) === stored.key) : -1
  const first = rows.findIndex(row => row.kind === 'folder' && row.path === chosen)
  return [
    own === -1 ? first : own,
    index => {
      const row = rows[index]
      if (row) store({ key: keyOf(row), chosen })
    },
  ]
}

const Box = chakra('div', {
  base: {
    h: { base: 'min(320px, 34dvh)', sm: 'min(320px, 40dvh)' },
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    p: '1',
    scrollPaddingBlock: '1',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'md',
    outline: 'none',
    _focusVisible: {
      '& [data-active]': { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '-2px' },
    },
  },
})

const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: { base: '11', sm: '9' },
    pe: '2',
    borderRadius: 'sm',
    cursor: 'pointer',
    userSelect: 'none',
    contentVisibility: 'auto',
    containIntrinsicHeight: { base: 'auto 44px', sm: 'auto 36px' },
    _icon: { boxSize: '18px', color: 'fg.muted', flexShrink: '0' },
    _hover: { bg: 'bg.hover' },
    '&[aria-selected=true]': { bg: 'bg.selected', fontWeight: 'medium', _icon: { color: 'fg.accent' } },
    '&[aria-disabled=true]': { cursor: 'default', bg: 'transparent' },
  },
})

const Toggle = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '6',
    flexShrink: '0',
    borderRadius: 'sm',
    transition: 'transform 120ms',
    _icon: { boxSize: '16px' },
    _hover: { bg: 'bg.muted' },
  },
})
