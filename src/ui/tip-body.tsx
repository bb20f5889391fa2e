import { defineSlotRecipe, Portal, Tooltip } from '@chakra-ui/react'
import type { ReactNode } from 'react'

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

type Props = { triggerId: string; label: ReactNode; onClose: () => void }

/** The body of a `Tip`. Escape and scrolling close it. */
export default function TipBody({ triggerId, label, onClose }: Props) {
  return (
    <Tooltip.Root
      recipe={recipe}
      open
      ids={{ trigger: triggerId, content: `${triggerId}-tip` }}
      positioning={{ gutter: 6 }}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{label}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  )
}
