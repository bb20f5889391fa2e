import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Address, addressOf } from './address.ts'
import type { ChartDiff } from './diff.ts'
import type { Box, Drawing, Point } from './layout.ts'
import { svgOf } from './svg.ts'
import { useWords } from './use-words.ts'

const most = 2
/** Below this scale only the names of states are shown. */
const names = 0.75
/** Around what is brought into sight, in px. */
const margin = 24

/** What a running actor shows: the paths of its active states, and the names of the transitions taken last. */
export type LiveMarks = { active: readonly string[]; taken: readonly string[] }

type Props = {
  drawing: Drawing
  chosen: Address
  diff?: ChartDiff | undefined
  live?: LiveMarks | undefined
  /** Opens or closes a state. */
  onFold: (path: string) => void
}

/**
 * A drawing that is scrolled, by dragging too, and enlarged, by the wheel with Ctrl or + and −. It begins with letters of 12 px
 * or more, at the initial state; what is chosen or active comes into sight.
 */
export function Canvas({ drawing, chosen, diff, live, onFold }: Props) {
  const words = useWords()
  const frame = useRef<HTMLElement>(null)
  /** As large as the drawing is shown: what is inside it glides there. */
  const paper = useRef<HTMLDivElement>(null)
  const scale = useRef(1)
  const before = useRef<Drawing | null>(null)
  const folding = useRef<string | null>(null)
  const drag = useRef<(Point & { left: number; top: number; moved: boolean }) | null>(null)
  const svg = useMemo(() => svgOf(drawing, { diff }), [drawing, diff])

  function resize(next: number) {
    scale.current = next
    const { style, classList } = paper.current!
    style.width = `${drawing.width * next}px`
    style.height = `${drawing.height * next}px`
    style.setProperty('--scale', String(next))
    classList.toggle('far', next < names)
  }

  /** Where a point of the drawing is in what is scrolled, in px. */
  const placeOf = ({ x, y }: Point): Point => ({
    x: paper.current!.offsetLeft + x * scale.current,
    y: paper.current!.offsetTop + y * scale.current,
  })

  const fitting = () =>
    Math.min(
      1,
      (frame.current!.clientWidth - 2 * margin) / drawing.width,
      (frame.current!.clientHeight - 2 * margin) / drawing.height,
    )

  /** Moves what is drawn from where it was to where it is after `change`. */
  function glide(change: () => void) {
    const drawn = paper.current!.firstElementChild!
    const from = drawn.getBoundingClientRect()
    change()
    const to = drawn.getBoundingClientRect()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`
    drawn.animate([{ transform: start }, { transform: 'none' }], { duration: 200, easing: 'ease-out' })
  }

  /** Keeps what is at this point of the frame where it is. */
  function zoom(next: number, { x, y }: Point) {
    const { scrollLeft, scrollTop } = frame.current!
    const { offsetLeft, offsetTop } = paper.current!
    const at = {
      x: (scrollLeft + x - offsetLeft) / scale.current,
      y: (scrollTop + y - offsetTop) / scale.current,
    }
    resize(Math.min(most, Math.max(fitting(), next)))
    const place = placeOf(at)
    frame.current!.scrollTo(place.x - x, place.y - y)
  }
  const zoomAtCentre = (next: number) =>
    glide(() => zoom(next, { x: frame.current!.clientWidth / 2, y: frame.current!.clientHeight / 2 }))

  function isInSight({ x, y, width, height }: Box): boolean {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame.current!
    const { x: left, y: top } = placeOf({ x, y })
    const isWithin = (start: number, size: number, from: number, room: number) =>
      start >= from && start + Math.min(size * scale.current, room - margin) <= from + room
    return isWithin(left, width, scrollLeft, clientWidth) && isWithin(top, height, scrollTop, clientHeight)
  }

  /** Its centre, or its beginning if it is larger than the frame, at a scale at which it can be read. */
  function scrollTo({ x, y, width, height }: Box) {
    const { clientWidth, clientHeight } = frame.current!
    resize(Math.max(1, scale.current))
    const place = placeOf({ x, y })
    const beside = (room: number, size: number) => Math.max(margin, (room - size * scale.current) / 2)
    frame.current!.scrollTo(place.x - beside(clientWidth, width), place.y - beside(clientHeight, height))
  }
  function reveal(box: Box | undefined) {
    if (box && (scale.current < 1 || !isInSight(box))) glide(() => scrollTo(box))
  }

  // The outermost state is the chart itself.
  const path = chosen.state || live?.active.findLast(each => each !== '')
  const wanted =
    chosen.transition === undefined ? boxOfState(drawing, path) : boxOfTransition(drawing, chosen.transition)

  useLayoutEffect(() => {
    const old = before.current
    before.current = drawing
    if (old === drawing) return
    const kept = [folding.current, path, ''].find(
      each => boxOfState(old, each) !== undefined && boxOfState(drawing, each) !== undefined,
    )
    folding.current = null
    if (old && kept !== undefined) {
      const was = placeOf(boxOfState(old, kept)!)
      const { scrollLeft, scrollTop } = frame.current!
      resize(scale.current)
      const is = placeOf(boxOfState(drawing, kept)!)
      frame.current!.scrollTo(scrollLeft + is.x - was.x, scrollTop + is.y - was.y)
      if (!boxOfState(old, path)) reveal(wanted)
    } else {
      resize(1)
      const first = wanted ?? boxOfState(drawing, drawing.chart.root.initial)
      if (first && !isInSight(first)) scrollTo(first)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another one is chosen
  useEffect(() => reveal(wanted), [path, chosen.transition])

  useEffect(() => {
    const { current } = frame
    // React listens passively: the page would be enlarged too.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const { left, top } = current!.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      zoom(scale.current * Math.exp(-event.deltaY / 300), at)
    }
    current!.addEventListener('wheel', onWheel, { passive: false })
    return () => current!.removeEventListener('wheel', onWheel)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has no marks yet
  useEffect(() => mark(frame.current!, 'chosen', chosen), [chosen, drawing, diff])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has no marks yet
  useEffect(() => markLive(frame.current!, live), [live, drawing, diff])

  const grab = ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
    const { scrollLeft: left, scrollTop: top } = frame.current!
    drag.current = pointerType === 'mouse' ? { x, y, left, top, moved: false } : null
  }
  const move = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (!drag.current || buttons === 0) return
    const { x, y, left, top } = drag.current
    if (Math.abs(clientX - x) + Math.abs(clientY - y) > 4) drag.current.moved = true
    if (drag.current.moved) frame.current!.scrollTo(left - (clientX - x), top - (clientY - y))
  }
  const press = (target: Element) => {
    if (drag.current?.moved) return
    const fold = target.closest<SVGElement>('[data-fold]')?.dataset.fold
    if (fold !== undefined) {
      folding.current = fold
      return onFold(fold)
    }
    choose(target, chosen.machine)
    const state = target.closest<SVGElement>('[data-state]')?.dataset.state
    if (scale.current < 1 && state) reveal(boxOfState(drawing, state))
  }
  return (
    <div className="canvas">
      <section
        className="frame"
        ref={frame}
        aria-label={words.chartOf(drawing.chart.id)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
        tabIndex={0}
      >
        <div className="paper" ref={paper}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search and the details have links to all states */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div
            className="drawing"
            onPointerDown={grab}
            onPointerMove={move}
            onClick={({ target }) => press(target as Element)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn from the machines of this repository, with their texts escaped
            dangerouslySetInnerHTML={{ __html: svg }}
          />
        </div>
      </section>
      <div className="zoom">
        <button type="button" aria-label={words.smaller} onClick={() => zoomAtCentre(scale.current / 1.25)}>
          −
        </button>
        <button type="button" aria-label={words.larger} onClick={() => zoomAtCentre(scale.current * 1.25)}>
          +
        </button>
        <button type="button" onClick={() => zoomAtCentre(1)}>
          100%
        </button>
        <button type="button" onClick={() => zoomAtCentre(0)}>
          {words.overview}
        </button>
      </div>
    </div>
  )
}

const boxOfState = (drawing: Drawing | null, path: string | null | undefined): Box | undefined =>
  drawing?.states.find(state => state.path === path)

/** The label of its arrow; without one its state. */
function boxOfTransition({ arrows, states, chart }: Drawing, name: string): Box | undefined {
  const arrow = arrows.find(({ says }) => says.some(({ transition }) => transition.name === name))
  const source = chart.transitions.find(transition => transition.name === name)?.source
  return arrow?.label ?? states.find(({ path }) => path === source)
}

/** Goes to the address of what was pressed. */
function choose(target: Element, machine: string) {
  const transition = target.closest<HTMLElement | SVGElement>('[data-transition]')?.dataset.transition
  const state = target.closest<HTMLElement | SVGElement>('[data-state]')?.dataset.state
  if (transition !== undefined) location.hash = addressOf({ machine, transition })
  else if (state !== undefined) location.hash = addressOf({ machine, state })
}

/** Gives the class to a state, or to a transition and its arrow. */
function mark(frame: HTMLElement, name: string, ...wanted: Pick<Address, 'state' | 'transition'>[]) {
  for (const element of frame.querySelectorAll<SVGElement>('.state, .transition, .way')) {
    const { state, transition, ways } = element.dataset
    const isWanted = wanted.some(
      each =>
        (each.state !== undefined && each.state === state) ||
        (each.transition !== undefined &&
          (each.transition === transition || ways?.split('\n').includes(each.transition) === true)),
    )
    element.classList.toggle(name, isWanted)
  }
}

function markLive(frame: HTMLElement, live: LiveMarks | undefined) {
  mark(frame, 'active', ...(live?.active ?? []).map(state => ({ state })))
  mark(frame, 'taken', ...(live?.taken ?? []).map(transition => ({ transition })))
}
