import { chakra, defineSlotRecipe, Menu, Portal } from '@chakra-ui/react'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import { Dialog } from './dialog.tsx'
import { usePhone } from './use-phone.ts'

export const menuRecipe = defineSlotRecipe({
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
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1.5',
      bg: 'bg.raised',
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
      '&[data-danger]': { color: 'fg.danger', _icon: { color: 'fg.danger' } },
    },
    separator: { h: '1px', bg: 'line', my: '1.5', mx: '-1.5' },
  },
})

export type MenuAction = {
  id: string
  label: string
  icon: ReactNode
  danger?: boolean
  disabled?: boolean
  run: () => void
}

type Props = {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** What the actions are about: the sheet's title on a phone. */
  title: ReactNode
  /** The actions; `null` stands for a line between groups. */
  actions: readonly (MenuAction | null)[]
}

/** Actions behind one button: a menu on a desktop, a sheet at the bottom of a phone. */
export function ActionMenu({ trigger, title, actions }: Props) {
  const triggerId = useId()
  const [choose, runChosen] = useChosenAction(triggerId)
  return usePhone() ? (
    <ActionSheet trigger={trigger} title={title} actions={actions} />
  ) : (
    <Menu.Root
      recipe={menuRecipe}
      ids={{ trigger: triggerId }}
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end', gutter: 4 }}
      onSelect={({ value }) => choose(actions, value)}
      onExitComplete={runChosen}
    >
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <MenuBody actions={actions} />
    </Menu.Root>
  )
}

/**
 * `choose` keeps the action, `run` runs it: for `onSelect` and `onExitComplete`. A closing menu or sheet moves the
 * focus to its trigger; a dialog opened before that would lose the focus and return it to the wrong element. A menu
 * without animation has not moved it yet: `triggerId`.
 */
export function useChosenAction(triggerId?: string) {
  const chosen = useRef<MenuAction | null>(null)
  const choose = useCallback((actions: Props['actions'], id: string) => {
    chosen.current = actions.find(action => action?.id === id) ?? null
  }, [])
  const run = useCallback(() => {
    const action = chosen.current
    chosen.current = null
    if (!action) return
    if (triggerId) document.getElementById(triggerId)?.focus({ preventScroll: true })
    action.run()
  }, [triggerId])
  return [choose, run] as const
}

/** The panel of a menu with these actions; inside of a `Menu.Root`. */
export function MenuBody({ actions, header }: { actions: Props['actions']; header?: ReactNode }) {
  return (
    <Portal>
      <Menu.Positioner>
        <Menu.Content>
          {header}
          {actions.map((action, at) =>
            action ? (
              <Menu.Item
                key={action.id}
                value={action.id}
                disabled={action.disabled ?? false}
                data-danger={action.danger || undefined}
              >
                {action.icon}
                {action.label}
              </Menu.Item>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
              <Menu.Separator key={at} />
            ),
          )}
        </Menu.Content>
      </Menu.Positioner>
    </Portal>
  )
}

/** The same actions as a sheet; also for a long press. */
function ActionSheet({ trigger, title, actions }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {cloneElement(trigger, { onClick: () => setOpen(true), 'aria-haspopup': 'dialog' })}
      <SheetBody open={open} onClose={() => setOpen(false)} title={title} actions={actions} />
    </>
  )
}

export function SheetBody({
  open,
  onClose,
  title,
  actions,
}: {
  open: boolean
  onClose: () => void
  title: ReactNode
  actions: Props['actions']
}) {
  const [choose, runChosen] = useChosenAction()
  return (
    <Dialog open={open} onClose={onClose} onExited={runChosen} title={title}>
      <chakra.div display="flex" flexDirection="column" mx="-3">
        {actions.map(
          action =>
            action && (
              <SheetItem
                key={action.id}
                type="button"
                disabled={action.disabled}
                data-danger={action.danger || undefined}
                onClick={() => {
                  choose(actions, action.id)
                  onClose()
                }}
              >
                {action.icon}
                {action.label}
              </SheetItem>
            ),
        )}
      </chakra.div>
    </Dialog>
  )
}

const SheetItem = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    minH: '12',
    px: '3',
    borderRadius: 'md',
    textStyle: 'body',
    fontSize: 'lg',
    textAlign: 'start',
    _icon: { boxSize: '20px', color: 'fg.muted' },
    _active: { bg: 'bg.muted' },
    _disabled: { opacity: '0.45' },
    '&[data-danger]': { color: 'fg.danger', _icon: { color: 'fg.danger' } },
  },
})
