import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { lazyOverlay, preloading } from './lazy.tsx'
import { usePhone } from './use-phone.ts'

export const Menu = lazyOverlay(() => import('./menu.tsx'))
export const ActionSheet = lazyOverlay(() => import('./action-sheet.tsx'))

export type MenuAction = {
  id: string
  label: string
  icon: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled, below its label. */
  reason?: string | undefined
  run: () => void
}

type Trigger = ReactElement<ComponentProps<'button'>>

type Props = {
  /** The button that opens it. */
  trigger: Trigger
  /** The subject of the actions: the sheet's title on a phone. */
  title: ReactNode
  /** `null` is a separator. */
  actions: readonly (MenuAction | null)[]
}

/** Actions behind one button: a menu on a desktop, a sheet at the bottom of a phone. */
export function ActionMenu({ trigger, title, actions }: Props) {
  return usePhone() ? (
    <SheetButton trigger={trigger} title={title} actions={actions} />
  ) : (
    <MenuButton trigger={trigger} actions={actions} gutter={4} />
  )
}

/** The keys that open a menu, and which action they highlight. */
const openingKeys = new Map([
  ['Enter', 0],
  [' ', 0],
  ['ArrowDown', 0],
  ['ArrowUp', -1],
])

/** A button with a menu, which loads when the button is pointed at or focused. */
export function MenuButton({
  trigger,
  actions,
  header,
  gutter,
}: Omit<Props, 'title'> & {
  /** Shown above the actions. */
  header?: ReactNode
  /** Px between the button and the menu. */
  gutter: number
}) {
  const id = useId()
  const [{ open, highlighted }, setMenu] = useState<{ open: boolean; highlighted?: string | undefined }>({
    open: false,
  })

  function onKeyDown(event: KeyboardEvent) {
    const first = openingKeys.get(event.key)
    if (first === undefined) return
    event.preventDefault()
    setMenu({ open: true, highlighted: actions.filter(action => action && !action.disabled).at(first)?.id })
  }

  return (
    <>
      {cloneElement(trigger, {
        id,
        type: 'button',
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        ...(open && { 'aria-controls': `${id}-menu` }),
        ...preloading(Menu),
        onClick: () => setMenu({ open: !open }),
        onKeyDown,
      })}
      <Menu
        open={open}
        at={{ triggerId: id, gutter }}
        actions={actions}
        highlighted={highlighted}
        header={header}
        onClose={() => setMenu({ open: false })}
      />
    </>
  )
}

function SheetButton({ trigger, title, actions }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        ...preloading(ActionSheet),
        onClick: () => setOpen(true),
      })}
      <ActionSheet open={open} onClose={() => setOpen(false)} title={title} actions={actions} />
    </>
  )
}
