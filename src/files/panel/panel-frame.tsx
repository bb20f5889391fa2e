import { chakra, defineSlotRecipe, Dialog as Parts, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useText } from '../../i18n/text.ts'
import { shortcutOf } from '../../ui/shortcuts.ts'

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
    positioner: {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'flex-end',
      zIndex: 'dialog',
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      width: { base: 'full', sm: '420px' },
      h: { base: '92dvh', sm: 'full' },
      borderTopRadius: { base: 'xl', sm: '0' },
      bg: 'bg.panel',
      boxShadow: 'lg',
      outline: 'none',
      overflow: 'hidden',
      _open: { animation: { base: 'sheetIn 180ms ease-out', sm: 'endIn 180ms ease-out' } },
      _closed: { animation: 'none' },
    },
  },
})

type Props = { name: string; onClose: () => void; children: ReactNode }

/** The panel: beside the list on wide screens, else a sheet over it. */
export function PanelFrame({ name, onClose, children }: Props) {
  const t = useText()
  const wide = useWide()
  const content = useRef<HTMLDivElement>(null)
  if (wide) {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    return (
      <chakra.aside
        aria-label={t('object.panel', { name })}
        onKeyDown={onKeyDown}
        display="flex"
        flexDirection="column"
        flexShrink="0"
        width="400px"
        minH="0"
        // Its content scrolls above the tray, which covers its end.
        pb="var(--tray-room)"
        borderStartWidth="1px"
        bg="bg.panel"
        animation="endIn 160ms ease-out"
      >
        {children}
      </chakra.aside>
    )
  }
  return (
    <Parts.Root
      recipe={recipe}
      open
      initialFocusEl={() => content.current}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Parts.Backdrop />
        <Parts.Positioner>
          <Parts.Content
            ref={content}
            aria-label={t('object.panel', { name })}
            onKeyDown={event => shortcutOf('list', event) === 'inspect' && onClose()}
          >
            {children}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}

const wide = matchMedia('(min-width: 1200px)')

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the panel fits beside the list (from `lg`). */
function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
