import { useEffect, useState } from 'react'

/** What the page's server answers, as JSON; null until it does. */
export function useFetched<T>(path: string): T | null {
  const [found, setFound] = useState<T | null>(null)
  useEffect(() => {
    fetch(path)
      .then(answer => answer.json())
      .then(setFound, () => setFound(null))
  }, [path])
  return found
}
