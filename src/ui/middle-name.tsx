import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { markedText, nameParts } from '../../domain/name-parts.ts'
import { cutName } from './cut-name.ts'
import { NameText } from './name-text.tsx'

/** A name that is cut in its middle where there is no room, and whole on hover, in a copy and for a screen reader. */
export function MiddleName({ name, ...rest }: { name: string } & ComponentProps<typeof chakra.span>) {
  const whole = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(name)
  useLayoutEffect(() => {
    const element = whole.current
    if (!element) return
    const show = () => setShown(shownIn(element, name))
    show()
    const observer = new ResizeObserver(show)
    observer.observe(element)
    return () => observer.disconnect()
  }, [name])
  const cut = shown !== name
  return (
    <chakra.span
      position="relative"
      display="inline-flex"
      minW="0"
      maxW="full"
      whiteSpace="pre"
      title={markedText(name)}
      {...rest}
    >
      <chakra.span
        ref={whole}
        minW="0"
        overflow="hidden"
        textOverflow="ellipsis"
        style={cut ? { opacity: 0 } : {}}
      >
        <NameText name={name} />
      </chakra.span>
      {cut && (
        <chakra.span aria-hidden="true" position="absolute" inset="0" overflow="hidden" userSelect="none">
          <NameText name={shown} />
        </chakra.span>
      )}
    </chakra.span>
  )
}

const canvas = document.createElement('canvas').getContext('2d')

/** Px that a mark takes beside its letters at most. */
const markFrame = 14

function widthOf(name: string, canvas: CanvasRenderingContext2D): number {
  return nameParts(name).reduce(
    (sum, { text, mark }) => sum + canvas.measureText(mark ?? text).width + (mark === null ? 0 : markFrame),
    0,
  )
}

/** As much of the name as the element has room for in its font. */
function shownIn(element: HTMLElement, name: string): string {
  if (element.scrollWidth <= element.clientWidth || !canvas) return name
  const { font, letterSpacing } = getComputedStyle(element)
  canvas.font = font
  canvas.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
  const room = element.getBoundingClientRect().width - 1
  return cutName(name, text => text !== name && widthOf(text, canvas) <= room)
}
