import { Menu } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { type MenuAction, MenuBody, menuRecipe, SheetBody } from '../ui/action-menu.tsx'
import { usePhone } from '../ui/use-phone.ts'

type Props = {
  /** Where it opens, in the window; null while it is closed. */
  at: { x: number; y: number } | null
  title: ReactNode
  actions: readonly (MenuAction | null)[]
  onClose: () => void
}

/** The context menu of the list: a menu at the pointer, a sheet on a phone. Gives the focus back to what had it. */
export function RowMenu({ at, title, actions, onClose }: Props) {
  const open = at !== null
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      const now = document.activeElement
      const lost = now === document.body || now?.closest('[role=menu]')
      if (lost && opener instanceof HTMLElement) opener.focus()
    }
  }, [open])
  if (usePhone()) return <SheetBody open={open} title={title} actions={actions} onClose={onClose} />
  return (
    <Menu.Root
      recipe={menuRecipe}
      open={open}
      lazyMount
      unmountOnExit
      positioning={{
        placement: 'bottom-start',
        getAnchorRect: () => ({ x: at?.x ?? 0, y: at?.y ?? 0, width: 1, height: 1 }),
      }}
      onOpenChange={({ open }) => !open && onClose()}
      onSelect={({ value }) => actions.find(action => action?.id === value)?.run()}
    >
      <MenuBody actions={actions} />
    </Menu.Root>
  )
}
