import { EllipsisVertical } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './icon-button.tsx'
import { lazyOverlay, preloading } from './lazy.tsx'
import { usePhone } from './use-width.ts'

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

/** The actions of the item `name`, behind a button with three dots. */
export function ItemMenu({
  name,
  size = 'md',
  actions,
}: Pick<Props, 'actions'> & { name: string; size?: 'sm' | 'md' }) {
  const t = useText()
  const trigger = (
    <IconButton size={size} label={t('common.actionsFor', { name })}>
      <EllipsisVertical />
    </IconButton>
  )
  return <ActionMenu trigger={trigger} title={name} actions={actions} />
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

/** Position of a closed menu. */
const origin = { x: 0, y: 0 }

type RowMenuProps = {
  /** Where it opens, in the window; null while it is closed. */
  at: { x: number; y: number } | null
  title: ReactNode
  actions: readonly (MenuAction | null)[]
  onClose: () => void
}

/** The context menu of a list: a menu at the pointer, a sheet on a phone. Returns the focus to the previous element. */
export function RowMenu({ at, title, actions, onClose }: RowMenuProps) {
  const open = at !== null
  const opener = useRef<Element | null>(null)
  // Before the menu takes the focus.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  const giveBack = useCallback(() => {
    const now = document.activeElement
    const lost = now === document.body || now?.closest('[role=menu]')
    if (lost && opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  // Runs after React has restored the focus from before the commit, and again once the menu has exited: a menu that is
  // closed very quickly takes the focus only then.
  useEffect(() => (open ? giveBack : undefined), [open, giveBack])
  if (usePhone()) return <ActionSheet open={open} title={title} actions={actions} onClose={onClose} />
  return <Menu open={open} at={at ?? origin} actions={actions} onClose={onClose} onExited={giveBack} />
}
