import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { ActionSheet, Menu, type MenuAction } from './action-menu.tsx'
import { usePhone } from './use-phone.ts'

/** Position of a closed menu. */
const origin = { x: 0, y: 0 }

type Props = {
  /** Where it opens, in the window; null while it is closed. */
  at: { x: number; y: number } | null
  title: ReactNode
  actions: readonly (MenuAction | null)[]
  onClose: () => void
}

/** The context menu of a list: a menu at the pointer, a sheet on a phone. Returns the focus to the previous element. */
export function RowMenu({ at, title, actions, onClose }: Props) {
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
