import { useCallback, useEffect, useState } from 'react'

/**
 * The pictures that were taken of the console, and the machines that a walk in Chromium can take some of. `taking`: the last run
 * that the page has started.
 */
export type Pictures = {
  names: readonly string[]
  shown: readonly string[]
  taking: { machine: string; status: 'running' | 'done' | 'failed' | 'no chromium' } | null
}

const pause = 1000

/** What the page's server has of pictures, again and again while it takes some; null until it answers. */
export function usePictures(): { pictures: Pictures | null; take: (machine: string) => void } {
  const [pictures, setPictures] = useState<Pictures | null>(null)
  const load = useCallback((path: string, init?: RequestInit) => {
    fetch(path, init)
      .then(answer => answer.json())
      .then(setPictures, () => setPictures(null))
  }, [])
  useEffect(() => load('/pictures/'), [load])
  useEffect(() => {
    if (pictures?.taking?.status !== 'running') return
    const timer = setTimeout(load, pause, '/pictures/')
    return () => clearTimeout(timer)
  }, [pictures, load])
  return { pictures, take: machine => load(`/pictures/${machine}`, { method: 'POST' }) }
}
