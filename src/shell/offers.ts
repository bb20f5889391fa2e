import { useEffect, useRef } from 'react'

/** An action that is possible now. `keys`: its shortcut, as the list of shortcuts has it. */
export type Offer = { id: string; label: string; keys?: string; run: () => void }

const offered = new Set<{ current: readonly Offer[] }>()

/** Offers what a mounted view can do to the field of the top bar, which lists it, and runs what is chosen. */
export function useOffers(offers: readonly (Offer | null)[]): void {
  const own = useRef<readonly Offer[]>([])
  useEffect(() => {
    own.current = offers.filter(each => each !== null)
  })
  useEffect(() => {
    offered.add(own)
    return () => void offered.delete(own)
  }, [])
}

/** Those of the page first, which has mounted after the frame. */
export const offersNow = (): Offer[] => [...offered].reverse().flatMap(({ current }) => current)
