import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyPart } from './lazy.tsx'

const TipBody = lazyPart(() => import('./tip-body.tsx'))

/** In ms. */
const openDelay = 400
const closeDelay = 60

/** The number of visible tips: while there is one, the next opens at once. */
let shown = 0

type Props = { label: ReactNode; children: ReactElement<ComponentProps<'button'>> }

/** Shows `label` when `children` (one element that accepts handlers) is pointed at or focused. */
export function Tip({ label, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function set(open: boolean, delay = 0) {
    clearTimeout(timer.current)
    if (delay === 0) setOpen(open)
    else timer.current = setTimeout(() => setOpen(open), delay)
  }
  const close = () => set(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    shown++
    return () => void shown--
  }, [open])

  return (
    <>
      {cloneElement(children, {
        id,
        ...(open && { 'aria-describedby': `${id}-tip` }),
        onPointerEnter: ({ pointerType }: PointerEvent) => {
          if (pointerType === 'touch') return
          void TipBody.preload().catch(() => undefined)
          set(true, shown > 0 ? 0 : openDelay)
        },
        onPointerLeave: () => set(false, closeDelay),
        onPointerDown: close,
        onClick: (event: MouseEvent<HTMLButtonElement>) => {
          close()
          children.props.onClick?.(event)
        },
        onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && set(true),
        // Later: between blur and focus no element has the focus, and `useKeptFocus` would take the removed tip for the
        // cause.
        onBlur: () => set(false, closeDelay),
      })}
      {open && <TipBody triggerId={id} label={label} onClose={close} />}
    </>
  )
}
