import { chakra } from '@chakra-ui/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Px between the tray and the end of a window that is not small. */
const margin = 24
/** Windows in which the tray is as wide as the window. */
const small = '(max-width: 599.98px), (max-height: 479.98px)'

/** One frame over every screen for what goes on in the background: jobs, and below them uploads. */
export function Tray({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // The end of scrolling content is as high as what the tray covers, so that it can be scrolled into view.
  useLayoutEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)
      const room = height === 0 || matchMedia(small).matches ? height : height + margin
      root.style.setProperty('--tray-room', `${room}px`)
    })
    observer.observe(frame.current!)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--tray-room')
    }
  }, [])
  return (
    <chakra.div
      ref={frame}
      position="fixed"
      zIndex="panel"
      bottom={`${margin}px`}
      insetEnd={`${margin}px`}
      maxH="calc(100dvh - 96px)"
      display="flex"
      flexDirection="column"
      overflow="hidden"
      borderRadius="xl"
      css={{
        '&:has(> section)': { bg: 'bg.raised', boxShadow: 'lg' },
        '& > section ~ section': { borderTopWidth: '1px' },
        [`@media ${small}`]: {
          bottom: '0',
          insetInline: '0',
          borderBottomRadius: '0',
          '&:has(> section)': { pb: 'env(safe-area-inset-bottom)' },
        },
      }}
    >
      {children}
    </chakra.div>
  )
}
