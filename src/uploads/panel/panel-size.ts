import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { selectActivity, selectCounts } from '../../../machines/upload-queue/selectors.ts'
import { useUploads } from './use-uploads.ts'

export type PanelSize = 'minimised' | 'normal' | 'maximised'

/** Ms after which the panel folds once everything is uploaded. */
const foldAfter = 10_000

/** Windows in which an open panel would leave no room for the list of files. */
const small = matchMedia('(max-width: 599.98px), (max-height: 479.98px)')

function subscribe(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

export function useSmallWindow(): boolean {
  return useSyncExternalStore(subscribe, () => small.matches)
}

/**
 * The size that the user has chosen. Without a choice the panel is minimised in a small window; and it folds once
 * everything is uploaded, unless the user has opened it since, or is at it. One that was opened in a small window stays,
 * as a finger cannot be seen before it touches.
 */
export function usePanelSize(panel: RefObject<HTMLElement | null>): [PanelSize, (size: PanelSize) => void] {
  const isSmall = useSmallWindow()
  const uploaded = useUploads(
    snapshot => selectActivity(snapshot) === 'done' && selectCounts(snapshot).completed > 0,
  )
  const [chosen, setChosen] = useState<PanelSize | null>(null)
  const [fold, setFold] = useState<'not yet' | 'folded' | 'opened'>('not yet')
  if (!uploaded && fold !== 'not yet') setFold('not yet')
  useEffect(() => {
    if (!uploaded || fold !== 'not yet') return
    const timer = setInterval(() => {
      if (panel.current?.matches(':hover, :focus-within')) return
      setChosen(size => (isSmall || size === 'minimised' ? size : null))
      setFold('folded')
    }, foldAfter)
    return () => clearInterval(timer)
  }, [panel, uploaded, fold, isSmall])
  const automatic = isSmall || fold === 'folded' ? 'minimised' : 'normal'
  return [
    chosen ?? automatic,
    size => {
      setChosen(size)
      if (uploaded) setFold('opened')
    },
  ]
}
