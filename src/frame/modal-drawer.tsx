import { Dialog, defineSlotRecipe, Portal } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { drawerEvents } from '../shell/drawer.ts'
import { useBackCloses } from '../shell/overlays.ts'
import { DrawerBody } from './drawer-body.tsx'

const recipe = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content'],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      bg: 'bg.scrim',
      zIndex: 'dialog',
      _open: { animation: 'appear 150ms ease-out' },
      _closed: { animation: 'none' },
    },
    positioner: { position: 'fixed', inset: '0', display: 'flex', zIndex: 'dialog' },
    content: {
      width: 'drawer',
      h: 'full',
      bg: 'bg.raised',
      boxShadow: 'lg',
      outline: 'none',
      _open: { animation: 'drawerIn 180ms ease-out' },
      _closed: { animation: 'none' },
    },
  },
})

/** The drawer of a small screen: over the page, until a choice is made. */
export default function ModalDrawer({ open }: { open: boolean }) {
  const t = useText()
  useBackCloses(open, drawerEvents.close)
  return (
    <Dialog.Root
      recipe={recipe}
      ids={{ content: 'drawer' }}
      open={open}
      lazyMount
      unmountOnExit
      onOpenChange={({ open }) => !open && drawerEvents.close()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            aria-label={t('shell.navigation')}
            // A link to the current page does not change the path.
            onClick={event =>
              event.target instanceof Element && event.target.closest('a') && drawerEvents.close()
            }
          >
            <DrawerBody />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
