import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import type { MenuAction } from './action-menu.tsx'
import { ActionLabel, useChosenAction } from './chosen-action.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  open: boolean
  title: ReactNode
  /** `null` is a separator, which a sheet does not draw. */
  actions: readonly (MenuAction | null)[]
  onClose: () => void
}

export default function ActionSheet({ open, title, actions, onClose }: Props) {
  const [choose, runChosen] = useChosenAction()
  useDeafToOpeningTouch(open)
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
                <ActionLabel {...action} />
              </SheetItem>
            ),
        )}
      </chakra.div>
    </Dialog>
  )
}

/** A long touch opens the sheet below the finger: lifting it must press nothing. */
function useDeafToOpeningTouch(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const over = new AbortController()
    const options = { capture: true, signal: over.signal }
    addEventListener('touchstart', () => over.abort(), options)
    addEventListener(
      'touchend',
      event => {
        event.preventDefault()
        over.abort()
      },
      { ...options, passive: false },
    )
    return () => over.abort()
  }, [open])
}

const SheetItem = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    minH: '12',
    px: '3',
    py: '1.5',
    borderRadius: 'md',
    textStyle: 'body',
    fontSize: 'lg',
    textAlign: 'start',
    _icon: { boxSize: '20px', color: 'fg.muted', flexShrink: '0' },
    _active: { bg: 'bg.muted' },
    _disabled: { opacity: '0.45' },
    '&[data-danger]': { color: 'fg.danger', _icon: { color: 'fg.danger' } },
  },
})
