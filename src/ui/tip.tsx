import { defineSlotRecipe, Portal, Tooltip } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

const recipe = defineSlotRecipe({
  slots: ['trigger', 'arrow', 'arrowTip', 'positioner', 'content'],
  base: {
    content: {
      bg: 'bg.inverted',
      color: 'fg.inverted',
      textStyle: 'caption',
      fontWeight: 'medium',
      px: '2.5',
      py: '1',
      borderRadius: 'sm',
      boxShadow: 'md',
      maxW: '320px',
      overflowWrap: 'anywhere',
      zIndex: 'toast',
      _open: { animation: 'appear 120ms ease-out' },
    },
  },
})

/** Says `label` when `children` (one element that takes a ref) is pointed at or focused. */
export function Tip({ label, children }: { label: ReactNode; children: ReactElement }) {
  return (
    <Tooltip.Root
      recipe={recipe}
      openDelay={400}
      closeDelay={60}
      lazyMount
      unmountOnExit
      positioning={{ gutter: 6 }}
    >
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{label}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  )
}
