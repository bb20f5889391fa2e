import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { ActionSheet, Menu, type MenuAction } from '../../ui/action-menu.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { whenIdle } from '../../ui/when-idle.ts'

type ListMenu = {
  at: { x: number; y: number } | null
  title: string
  actions: readonly (MenuAction | null)[]
}

/** Opens the context menu of a list: with a row's title and actions, at the pointer. */
export type OnMenu = (event: MouseEvent, title: string, actions: ListMenu['actions']) => void

/** The context menu of a list: its content, and how it opens and closes. Preloaded: a right-click comes unannounced. */
export function useListMenu(): [menu: ListMenu, onMenu: OnMenu, close: () => void] {
  const phone = usePhone()
  useEffect(() => whenIdle(() => void (phone ? ActionSheet : Menu).preload().catch(() => undefined)), [phone])
  const [menu, setMenu] = useState<ListMenu>({ at: null, title: '', actions: [] })
  const onMenu = useCallback<OnMenu>((event, title, actions) => {
    event.preventDefault()
    setMenu({ at: { x: event.clientX, y: event.clientY }, title, actions })
  }, [])
  const close = useCallback(() => setMenu(before => ({ ...before, at: null })), [])
  return [menu, onMenu, close]
}
