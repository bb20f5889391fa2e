import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { markedText, nameParts } from '../../domain/name-parts.ts'
import { cutName } from './cut-name.ts'
import { NameText } from './name-text.tsx'

const styles = {
  name: { position: 'relative', display: 'inline-flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' },
  whole: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  hidden: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', opacity: 0 },
  cut: { position: 'absolute', inset: 0, overflow: 'hidden', userSelect: 'none' },
  lines: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '2lh' },
  // Otherwise a word that does not fit would leave more of its line free than was calculated.
  full: { wordBreak: 'break-all' },
} satisfies Record<string, CSSProperties>

/**
 * A name on one line, or on `two`, truncated in its middle if it does not fit, and complete on hover, in a copy and for
 * a screen reader. Plain elements: lists show many at once, and style props are slow.
 */
export function MiddleName({ name, two = false }: { name: string; two?: boolean | undefined }) {
  const whole = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(name)
  useLayoutEffect(() => {
    const element = whole.current
    if (!element) return
    const show = () => setShown(shownIn(element, name, two ? 2 : 1))
    show()
    const observer = new ResizeObserver(show)
    observer.observe(element)
    return () => observer.disconnect()
  }, [name, two])
  const lines = two ? styles.lines : null
  const cut = shown !== name
  return (
    <span style={{ ...styles.name, ...lines }} title={markedText(name)}>
      <span ref={whole} style={{ ...(cut ? styles.hidden : styles.whole), ...lines }}>
        <NameText name={name} />
      </span>
      {cut && (
        <span aria-hidden="true" style={two ? { ...styles.cut, ...styles.full } : styles.cut}>
          <NameText name={shown} />
        </span>
      )}
    </span>
  )
}

const canvas = document.createElement('canvas').getContext('2d')

/** Maximum width of a mark besides its letters, in px. */
const markFrame = 14

function widthOf(name: string, canvas: CanvasRenderingContext2D): number {
  return nameParts(name).reduce(
    (sum, { text, mark }) => sum + canvas.measureText(mark ?? text).width + (mark === null ? 0 : markFrame),
    0,
  )
}

/** As much of the name as fits into the element in its font. */
function shownIn(element: HTMLElement, name: string, lines: number): string {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if ((scrollWidth <= clientWidth && (lines === 1 || scrollHeight <= clientHeight)) || !canvas) return name
  const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(element)
  // `font` itself is empty under a contrast theme.
  canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  canvas.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
  // The maximum width of a letter; one may not fit at the end of a line.
  const lost = (lines - 1) * Number.parseFloat(fontSize)
  const room = element.getBoundingClientRect().width * lines - 1 - lost
  return cutName(name, text => text !== name && widthOf(text, canvas) <= room)
}
