import type { Refusal } from '../../../../domain/preview.ts'
import { pixelLimit } from '../../../../domain/thumbnail.ts'
import { type PassedKey, type PictureAct, readAct } from '../protocol.ts'
import { element, type FrameContext, post } from './host.ts'
import { fitScale, limitScale, type Size, scrollAfter, stepScale, turned } from './zoom.ts'

const mimes: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg', ico: 'image/x-icon' }
/** A place in the view, in px. */
type Point = { x: number; y: number }
/** Ms and px within which two taps are one double tap. */
const doubleTap = { ms: 400, px: 24 }
/** Px */
const leastStroke = 48

/** An image as an `img`, in which an SVG runs no script and loads nothing. */
export async function drawImage({ root, file }: FrameContext): Promise<Refusal | null> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const mime = mimes[extension] ?? `image/${extension}`
  const image = await picture(file.bytes, { mime, alt: file.name })
  if (!image) return 'too-complex'
  await image.decode()
  root.className = 'image'
  const view = element('div', 'view')
  const box = element('div', 'box')
  view.tabIndex = 0
  view.append(box)
  box.append(image)
  root.append(view)
  zoomable(view, box, image)
  return null
}

/** The key that a stroke of a finger stands for: to the sides for the neighbours, down to close; null: too short. */
function keyOfStroke(x: number, y: number): PassedKey | null {
  if (Math.abs(x) > Math.max(leastStroke, 2 * Math.abs(y))) return x < 0 ? 'ArrowRight' : 'ArrowLeft'
  return y > Math.max(2 * leastStroke, 2 * Math.abs(x)) ? 'Escape' : null
}

/** Zooms and turns the image with the console's buttons, Ctrl and the wheel, two fingers, or a double tap. */
function zoomable(view: HTMLElement, box: HTMLElement, image: HTMLImageElement): void {
  // An SVG may have no size.
  const natural = { width: image.naturalWidth || 300, height: image.naturalHeight || 150 }
  /** Null: fits the view. */
  let scale: number | null = null
  let turns = 0
  const size = () => turned(natural, turns)
  const room = (): Size => ({ width: view.clientWidth, height: view.clientHeight })
  const shown = () => scale ?? fitScale(size(), room())

  function layOut(): void {
    const now = shown()
    const { width, height } = size()
    box.style.width = `${width * now}px`
    box.style.height = `${height * now}px`
    image.style.width = `${natural.width * now}px`
    image.style.height = `${natural.height * now}px`
    image.style.rotate = `${turns * 90}deg`
    view.classList.toggle(
      'movable',
      view.scrollWidth > view.clientWidth || view.scrollHeight > view.clientHeight,
    )
    post({ type: 'zoom', percent: Math.max(1, Math.round(now * 100)), fits: scale === null })
  }

  function zoom(
    next: number | null,
    at: Point = { x: view.clientWidth / 2, y: view.clientHeight / 2 },
  ): void {
    const before = { width: box.offsetWidth, height: box.offsetHeight }
    const { scrollLeft, scrollTop } = view
    scale = next === null ? null : limitScale(next, size(), room())
    layOut()
    const { width, height } = room()
    const { offsetWidth, offsetHeight } = box
    view.scrollTo({
      left: scrollAfter({
        at: at.x,
        scroll: scrollLeft,
        before: before.width,
        after: offsetWidth,
        view: width,
      }),
      top: scrollAfter({
        at: at.y,
        scroll: scrollTop,
        before: before.height,
        after: offsetHeight,
        view: height,
      }),
    })
  }

  const acts: Record<PictureAct, () => void> = {
    zoomIn: () => zoom(stepScale(shown(), 1)),
    zoomOut: () => zoom(stepScale(shown(), -1)),
    fit: () => zoom(null),
    actual: () => zoom(1),
    turn() {
      turns++
      layOut()
    },
  }
  addEventListener('message', ({ source, data }: MessageEvent) => {
    const act = source === parent ? readAct(data) : null
    if (act) acts[act]()
  })

  view.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16
      const delta = Math.max(-50, Math.min(50, event.deltaY * lines))
      zoom(shown() * Math.exp(-delta / 150), { x: event.clientX, y: event.clientY })
    },
    { passive: false },
  )

  /** Of one finger, on a picture that has nothing to scroll. */
  let stroke: Point | null = null
  let pinch: { apart: number; scale: number } | null = null
  const apart = ([one, other]: TouchList) =>
    Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY)
  view.addEventListener('touchstart', ({ touches }) => {
    const [one, other] = touches
    const still = other === undefined && !view.classList.contains('movable')
    stroke = one && still ? { x: one.clientX, y: one.clientY } : null
    pinch = touches.length === 2 ? { apart: apart(touches), scale: shown() } : null
  })
  view.addEventListener(
    'touchmove',
    event => {
      const [one, other] = event.touches
      if (stroke) event.preventDefault()
      if (!pinch || !one || !other) return
      event.preventDefault()
      const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
      zoom((pinch.scale * apart(event.touches)) / pinch.apart, middle)
    },
    { passive: false },
  )
  view.addEventListener('touchend', ({ changedTouches: [one] }) => {
    const key = stroke && one && keyOfStroke(one.clientX - stroke.x, one.clientY - stroke.y)
    if (key) post({ type: 'key', key })
    stroke = null
    pinch = null
  })

  let tapped: (Point & { time: number }) | null = null
  view.addEventListener('click', ({ clientX: x, clientY: y, timeStamp: time }) => {
    const { ms, px } = doubleTap
    const isDouble = tapped && time - tapped.time < ms && Math.hypot(x - tapped.x, y - tapped.y) < px
    tapped = isDouble ? null : { x, y, time }
    if (isDouble) zoom(scale !== null ? null : shown() < 1 ? 1 : 2, { x, y })
  })

  // Touch scrolls natively.
  view.addEventListener('pointermove', ({ pointerType, buttons, movementX, movementY }) => {
    if (pointerType === 'mouse' && buttons === 1) view.scrollBy(-movementX, -movementY)
  })
  image.draggable = false

  view.addEventListener('keydown', event => {
    const scrolls = view.scrollWidth > view.clientWidth && /^Arrow(Left|Right)$/.test(event.key)
    if (scrolls) event.stopPropagation()
  })
  new ResizeObserver(layOut).observe(view)
}

/** Loads an image; null when it is too large to show. Rejects when it is not an image. */
export async function picture(
  bytes: BlobPart,
  { mime, alt }: { mime: string; alt: string },
): Promise<HTMLImageElement | null> {
  const image = element('img')
  image.alt = alt
  const loaded = new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = () => reject(new Error('No picture.'))
  })
  image.src = URL.createObjectURL(new Blob([bytes], { type: mime }))
  await loaded
  const fits = mime === 'image/svg+xml' || image.naturalWidth * image.naturalHeight <= pixelLimit
  return fits ? image : null
}
