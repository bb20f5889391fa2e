import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'

let opened = false

type Props = {
  children: ReactNode
  /** What the browser's tab and history call the screen, before the product's name; the heading unless given. */
  tab?: string
  focus?: boolean
  large?: boolean
}

/**
 * The heading of a screen. When the screen replaces another one the heading takes the focus, so that the keyboard
 * and screen readers begin there; when the page is just opened the browser's own order stays.
 */
export function PageTitle({ children, tab, focus = true, large = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = tab ?? (typeof children === 'string' ? children : null)
  useEffect(() => {
    if (opened && focus) heading.current?.focus({ preventScroll: true })
    opened = true
  }, [focus])
  useEffect(() => {
    document.title = name ? `${name} · Kho` : 'Kho'
  }, [name])
  return (
    <chakra.h1 ref={heading} tabIndex={-1} outline="none" textStyle={large ? 'display' : 'title'}>
      {children}
    </chakra.h1>
  )
}
