import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { setPageTitle } from '../shell/tab-title.ts'
import { brand } from '../site/brand.ts'

let opened = false

type Props = {
  children: ReactNode
  /** The title of the screen in the browser's tab and history, before the product's name; the heading by default. */
  tab?: string
  focus?: boolean
  large?: boolean
}

/**
 * The heading of a screen. When the screen replaces another one the heading gets the focus, so that keyboard and screen
 * readers start there; when the page is first opened the browser's own order applies.
 */
export function PageTitle({ children, tab, focus = true, large = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = tab ?? (typeof children === 'string' ? children : null)
  useEffect(() => {
    if (opened && focus) heading.current?.focus({ preventScroll: true })
    opened = true
  }, [focus])
  useEffect(() => {
    setPageTitle(name ? `${name} · ${brand.name}` : brand.name)
  }, [name])
  return (
    <chakra.h1 ref={heading} tabIndex={-1} outline="none" textStyle={large ? 'display' : 'title'}>
      {children}
    </chakra.h1>
  )
}
