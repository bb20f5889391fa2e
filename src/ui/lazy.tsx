import { chakra } from '@chakra-ui/react'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { showFailure } from '../shell/show-failure.ts'
import { Button } from './button.tsx'
import { FailureState } from './failure.tsx'
import { ScreenLoading, useBootHidden } from './screen-loading.tsx'

/*
 * What comes from a chunk of its own, and may not come: the connection is lost, or a newer version has replaced it. Not
 * React's `lazy`: that remembers a failure forever, and what Suspense has hidden it shows after 300 ms at the earliest.
 */

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>
/** `preload` loads it before it is shown. */
type Preloads = { preload(): Promise<void> }
export type Lazy<Props> = ComponentType<Props> & Preloads

export function chunk<Props>(load: Load<Props>) {
  let loaded: ComponentType<Props> | undefined
  async function preload() {
    loaded ??= (await load()).default
  }

  /** `lost`: it failed to load; `ask` retries, as does the network coming back. */
  function useChunk() {
    const [state, setState] = useState({ Shown: loaded, lost: false, busy: false })
    const ask = useCallback(async () => {
      if (loaded) return setState({ Shown: loaded, lost: false, busy: false })
      setState(before => ({ ...before, busy: true }))
      try {
        await preload()
        setState({ Shown: loaded, lost: false, busy: false })
      } catch (error) {
        console.warn('A part of the app did not come', error)
        setState({ Shown: undefined, lost: true, busy: false })
      }
    }, [])
    const wanted = !state.Shown
    useEffect(() => {
      if (wanted) void ask()
    }, [wanted, ask])
    const { lost } = state
    useEffect(() => {
      if (!lost) return
      // A pending load may have begun without the network, and still fail: then it is retried once more.
      const again = () => void ask().then(ask)
      addEventListener('online', again)
      return () => removeEventListener('online', again)
    }, [lost, ask])
    return { ...state, ask }
  }
  return { preload, useChunk }
}

/** A screen. If it fails to load, it offers a retry, below `bar`. */
export function lazyScreen<Props extends object>(load: Load<Props>, bar?: ReactNode): Lazy<Props> {
  const { preload, useChunk } = chunk(load)
  function LazyScreen(props: Props) {
    const { Shown, lost, busy, ask } = useChunk()
    if (Shown) return <Shown {...props} />
    if (!lost) return <ScreenLoading />
    return (
      <>
        {bar}
        <NotLoaded busy={busy} onRetry={() => void ask()} />
      </>
    )
  }
  return Object.assign(LazyScreen, { preload })
}

/**
 * A dialog, or another component opened by a click. If it fails to load, a message is shown, and `leave` (`onClose` by
 * default) resets the request, so that the next click retries. `Waiting` is shown until then. Not for a secret that is
 * shown once: it would be lost with the chunk.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): Lazy<Props>
export function lazyDialog<Props extends object>(
  load: Load<Props>,
  leave: (props: Props) => void,
  Waiting?: ComponentType<Props>,
): Lazy<Props>
export function lazyDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
  leave: (props: Props) => void = ({ onClose }) => onClose(),
  Waiting?: ComponentType<Props>,
): Lazy<Props> {
  const { preload, useChunk } = chunk(load)
  function LazyDialog(props: Props) {
    const { Shown, lost } = useChunk()
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it was lost
    useEffect(() => {
      if (!lost) return
      showFailure({ code: 'NETWORK' })
      leave(props)
    }, [lost])
    if (Shown) return <Shown {...props} />
    return Waiting ? <Waiting {...props} /> : null
  }
  return Object.assign(LazyDialog, { preload })
}

/** A menu or a dialog with a prop `open`: it is loaded when it first opens. */
export function lazyOverlay<Props extends { open: boolean; onClose: () => void }>(
  load: Load<Props>,
): Lazy<Props> {
  const Overlay = lazyDialog(load)
  function LazyOverlay(props: Props) {
    const [{ open, times }, setOpened] = useState({ open: false, times: 0 })
    if (props.open !== open) setOpened({ open: props.open, times: props.open ? times + 1 : times })
    return times > 0 ? <Overlay key={times} {...props} /> : null
  }
  return Object.assign(LazyOverlay, { preload: Overlay.preload })
}

/**
 * For the element that opens `part`: preloads it when it is pointed at or focused, so that it is ready on the click.
 */
export function preloading(part: Preloads) {
  const preload = () => void part.preload().catch(() => undefined)
  return { onPointerEnter: preload, onFocus: preload }
}

const betweenAttempts = 5000

/** A part of the frame: nothing is shown until it has loaded, and failed loads are retried. */
export function lazyPart<Props extends object>(load: Load<Props>): Lazy<Props> {
  const { preload, useChunk } = chunk(load)
  function LazyPart(props: Props) {
    const { Shown, lost, busy, ask } = useChunk()
    useEffect(() => {
      if (!lost || busy) return
      const timer = setTimeout(() => void ask(), betweenAttempts)
      return () => clearTimeout(timer)
    }, [lost, busy, ask])
    return Shown ? <Shown {...props} /> : null
  }
  return Object.assign(LazyPart, { preload })
}

/** Replaces a screen whose chunk failed to load. A reload helps if a newer version has replaced it. */
function NotLoaded({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  useBootHidden()
  const t = useText()
  return (
    <chakra.div minH="calc(70dvh - var(--tray-room, 0px))" display="grid" placeItems="center">
      <FailureState
        level={1}
        title={t('app.notLoaded')}
        failure={{ ok: false, code: 'NETWORK' }}
        busy={busy}
        onRetry={onRetry}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </chakra.div>
  )
}
