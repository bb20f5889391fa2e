import { chakra } from '@chakra-ui/react'
import { createPortal } from 'react-dom'

/** A frame around the folder that would get what is dragged. */
export function TargetFrame({ element }: { element: Element }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return createPortal(
    <chakra.div
      position="fixed"
      zIndex="menu"
      pointerEvents="none"
      borderWidth="2px"
      borderColor="accent"
      borderRadius="md"
      bg="color-mix(in srgb, var(--kho-colors-accent) 12%, transparent)"
      style={{ left, top, width, height }}
    />,
    document.body,
  )
}
