import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'

let opened = false

/**
 * The heading of a screen. When the screen replaces another one the heading takes the focus, so that the keyboard
 * and screen readers begin there; when the page is just opened the browser's own order stays.
 */
export function PageTitle({
  children,
  focus = true,
  large = false,
}: {
  children: ReactNode
  focus?: boolean
  large?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (opened && focus) heading.current?.focus({ preventScroll: true })
    opened = true
  }, [focus])
  return (
    <chakra.h1 ref={heading} tabIndex={-1} outline="none" textStyle={large ? 'display' : 'title'}>
      {children}
    </chakra.h1>
  )
}
