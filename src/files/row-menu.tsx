import { Menu } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type MenuAction, MenuBody, menuRecipe, SheetBody } from '../ui/action-menu.tsx'
import { usePhone } from '../ui/use-phone.ts'

type Props = {
  /** Where it opens, in the window; null while it is closed. */
  at: { x: number; y: number } | null
  title: ReactNode
  actions: readonly (MenuAction | null)[]
  onClose: () => void
}

/** The context menu of the list: a menu at the pointer, a sheet on a phone. */
export function RowMenu({ at, title, actions, onClose }: Props) {
  if (usePhone()) return <SheetBody open={at !== null} title={title} actions={actions} onClose={onClose} />
  return (
    <Menu.Root
      recipe={menuRecipe}
      open={at !== null}
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
