import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Address, addressOf } from './address.ts'
import type { ChartDiff } from './diff.ts'
import type { Drawing } from './layout.ts'
import { svgOf } from './svg.ts'

/** The part of a drawing that is seen: its left upper corner, and px of the window for each px of the drawing. */
type View = { x: number; y: number; scale: number }

const most = 2
const margin = 16
/** The height of the buttons below a drawing, and what of it is always in sight, in px. */
const buttons = 48
const leastSeen = 96

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

/** A drawing that can be moved, by dragging or the wheel, and enlarged, by the wheel with Ctrl or + and −. */
export function Canvas({ drawing, chosen, diff, live, onFold }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const drag = useRef<{ x: number; y: number; from: View; moved: boolean } | null>(null)

  function fit() {
    const { clientWidth, clientHeight } = frame.current!
    const scale = Math.min(
      1,
      (clientWidth - margin) / drawing.width,
      (clientHeight - margin - buttons) / drawing.height,
    )
    const centred = (room: number, size: number) => (room / scale - size) / -2
    setView({
      x: centred(clientWidth, drawing.width),
      y: centred(clientHeight - buttons, drawing.height),
      scale,
    })
  }
  useEffect(fit, [drawing])

  function moveTo({ x, y, scale }: View): View {
    const { clientWidth, clientHeight } = frame.current!
    const within = (at: number, size: number, room: number) =>
      Math.min(size - leastSeen / scale, Math.max((leastSeen - room) / scale, at))
    return { x: within(x, drawing.width, clientWidth), y: within(y, drawing.height, clientHeight), scale }
  }

  /** Keeps what is at this point of the frame where it is. */
  function zoom(by: number, at: { x: number; y: number }) {
    setView(({ x, y, scale }) => {
      const next = Math.min(most, Math.max(0.1, scale * by))
      return moveTo({ x: x + at.x / scale - at.x / next, y: y + at.y / scale - at.y / next, scale: next })
    })
  }
  const zoomAtCentre = (by: number) =>
    zoom(by, { x: frame.current!.clientWidth / 2, y: frame.current!.clientHeight / 2 })

  useEffect(() => {
    const { current } = frame
    // React listens passively: the page would scroll too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.ctrlKey) {
        const { left, top } = current!.getBoundingClientRect()
        zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top })
      } else
        setView(view =>
          moveTo({
            ...view,
            x: view.x + event.deltaX / view.scale,
            y: view.y + event.deltaY / view.scale,
          }),
        )
    }
    current!.addEventListener('wheel', onWheel, { passive: false })
    return () => current!.removeEventListener('wheel', onWheel)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has no marks yet
  useEffect(() => mark(frame.current!, 'chosen', chosen), [chosen, drawing, diff])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has no marks yet
  useEffect(() => markLive(frame.current!, live), [live, drawing, diff])

  const grab = ({ clientX: x, clientY: y }: PointerEvent) => {
    drag.current = { x, y, from: view, moved: false }
  }
  const move = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (!drag.current || buttons === 0) return
    const { x, y, from } = drag.current
    if (Math.abs(clientX - x) + Math.abs(clientY - y) > 4) drag.current.moved = true
    setView(
      moveTo({ ...from, x: from.x - (clientX - x) / from.scale, y: from.y - (clientY - y) / from.scale }),
    )
  }
  const release = ({ target }: PointerEvent) => {
    const moved = drag.current?.moved
    drag.current = null
    if (moved) return
    const fold = (target as Element).closest<SVGElement>('[data-fold]')?.dataset.fold
    if (fold === undefined) choose(target as Element, chosen.machine)
    else onFold(fold)
  }
  const { width, height } = drawing
  return (
    <div className="canvas" ref={frame}>
      <div
        className="drawing"
        style={{ transform: `scale(${view.scale}) translate(${-view.x}px, ${-view.y}px)`, width, height }}
        onPointerDown={grab}
        onPointerMove={move}
        onPointerUp={release}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn from the machines of this repository, with their texts escaped
        dangerouslySetInnerHTML={{ __html: svgOf(drawing, { diff }) }}
      />
      <div className="zoom">
        <button type="button" aria-label="Smaller" onClick={() => zoomAtCentre(1 / 1.25)}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => zoomAtCentre(1.25)}>
          +
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
      </div>
    </div>
  )
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
