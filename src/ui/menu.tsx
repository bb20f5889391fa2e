import { defineSlotRecipe, Menu as Parts, Portal, useMenuContext } from '@chakra-ui/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useBackCloses } from '../shell/overlays.ts'
import type { MenuAction } from './action-menu.tsx'
import { ActionLabel, useChosenAction } from './chosen-action.tsx'
import { scrollEdges } from './scroll-edges.ts'

const recipe = defineSlotRecipe({
  slots: [
    'content',
    'item',
    'itemText',
    'separator',
    'positioner',
    'trigger',
    'contextTrigger',
    'indicator',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'arrow',
    'arrowTip',
    'triggerItem',
    'itemCommand',
  ],
  base: {
    content: {
      minW: '200px',
      maxW: 'calc(100vw - 16px)',
      maxH: 'calc(100dvh - 16px)',
      overflowY: 'auto',
      p: '1.5',
      background: `${scrollEdges}, var(--kho-colors-bg-raised)`,
      borderRadius: 'lg',
      boxShadow: 'lg',
      outline: 'none',
      zIndex: 'menu',
      _open: { animation: 'drop 130ms ease-out' },
      _closed: { animation: 'none' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: 'full',
      minH: '9',
      px: '2.5',
      py: '1.5',
      borderRadius: 'sm',
      textStyle: 'body',
      color: 'fg',
      cursor: 'pointer',
      outline: 'none',
      userSelect: 'none',
      textAlign: 'start',
      _icon: { boxSize: '18px', color: 'fg.muted', flexShrink: '0' },
      _highlighted: { bg: 'bg.muted' },
      _disabled: { opacity: '0.45', cursor: 'not-allowed' },
      '@media (max-height: 679.98px)': { minH: '8', py: '1' },
      '&[data-danger]': { color: 'fg.danger', _icon: { color: 'fg.danger' } },
    },
    separator: { h: '1px', bg: 'line', my: '1.5', mx: '-1.5' },
  },
})

type Props = {
  open: boolean
  /** The anchor: a button, with a gap in px, or a point in the window. */
  at: { triggerId: string; gutter: number } | { x: number; y: number }
  /** `null` is a separator. */
  actions: readonly (MenuAction | null)[]
  /** The initially highlighted action. */
  highlighted?: string | undefined
  header?: ReactNode
  onClose: () => void
  /** Called when the menu is removed from the page, before the chosen action runs. */
  onExited?: () => void
}

/** The side with space for the menu: the right of a button in the left half of the window, else its left. */
function placeAt(triggerId: string): 'bottom-start' | 'bottom-end' {
  const { left, right } = document.getElementById(triggerId)!.getBoundingClientRect()
  return (left + right) / 2 < innerWidth / 2 ? 'bottom-start' : 'bottom-end'
}

/** A long menu near an edge covers its anchor, rather than being cut. */
const whole = { overlap: true }

export default function Menu({ open, at, actions, highlighted, header, onClose, onExited }: Props) {
  useBackCloses(open, onClose)
  const triggerId = 'triggerId' in at ? at.triggerId : undefined
  const [placement] = useState(() => (triggerId ? placeAt(triggerId) : 'bottom-start'))
  const [choose, runChosen] = useChosenAction(triggerId)
  return (
    <Parts.Root
      recipe={recipe}
      // Not `open`: a controlled menu would take the focus from the element that a click outside has focused.
      defaultOpen={open}
      {...(triggerId && { ids: { trigger: triggerId, content: `${triggerId}-menu` } })}
      {...(highlighted && { defaultHighlightedValue: highlighted })}
      lazyMount
      unmountOnExit
      positioning={
        'x' in at
          ? { ...whole, placement, getAnchorRect: () => ({ ...at, width: 1, height: 1 }) }
          : { ...whole, placement, gutter: at.gutter }
      }
      onOpenChange={({ open }) => !open && onClose()}
      onSelect={({ value }) => choose(actions, value)}
      onExitComplete={() => {
        onExited?.()
        runChosen()
      }}
    >
      {!open && <Close />}
      <Portal>
        <Parts.Positioner>
          <Parts.Content>
            {header}
            {actions.map((action, index) =>
              action ? (
                <Parts.Item
                  key={action.id}
                  value={action.id}
                  disabled={action.disabled ?? false}
                  data-danger={action.danger || undefined}
                >
                  {action.icon}
                  <ActionLabel {...action} />
                </Parts.Item>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
                <Parts.Separator key={index} />
              ),
            )}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}

function Close() {
  const { setOpen } = useMenuContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => setOpen(false), [])
  return null
}
