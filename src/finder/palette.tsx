import { defineSlotRecipe, Dialog as Parts, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useBackCloses } from '../shell/overlays.ts'

const layer = 'calc(var(--kho-z-index-dialog) + var(--layer-index, 0))'

const recipe = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'title'],
  base: {
    backdrop: {
      ...{ position: 'fixed', inset: '0', bg: 'bg.scrim', zIndex: layer },
      _open: { animation: 'appear 120ms ease-out' },
      _closed: { animation: 'none' },
    },
    positioner: {
      ...{ position: 'fixed', inset: '0', display: 'flex', justifyContent: 'center', zIndex: layer },
      alignItems: 'flex-start',
      p: { base: '0', sm: '6' },
      pt: { sm: 'min(12vh, 96px)' },
    },
    content: {
      ...{ display: 'flex', flexDirection: 'column', width: 'full', bg: 'bg.raised', outline: 'none' },
      maxW: { sm: '640px' },
      h: { base: '100dvh', sm: 'auto' },
      maxH: { sm: 'full' },
      pb: { base: 'env(safe-area-inset-bottom)', sm: '0' },
      borderRadius: { base: '0', sm: 'xl' },
      boxShadow: 'lg',
      overflow: 'hidden',
      _open: { animation: 'rise 120ms ease-out' },
      _closed: { animation: 'none' },
    },
  },
})

type Props = {
  open: boolean
  onClose: () => void
  onExited: () => void
  title: string
  children: ReactNode
}

/** A dialog without a head, near the top of a desktop, and all of a phone. Traps the focus, and returns it on closing. */
export function Palette({ open, onClose, onExited, title, children }: Props) {
  useBackCloses(open, onClose)
  return (
    <Parts.Root
      recipe={recipe}
      open={open}
      lazyMount
      unmountOnExit
      onOpenChange={({ open }) => !open && onClose()}
      onFocusOutside={event => event.preventDefault()}
      onExitComplete={onExited}
    >
      <Portal>
        <Parts.Backdrop />
        <Parts.Positioner>
          <Parts.Content>
            <Parts.Title srOnly>{title}</Parts.Title>
            {children}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
