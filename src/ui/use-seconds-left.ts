import { useEffect, useState } from 'react'

/** Counts down the seconds left of `time` (ms) from the first rendering, to 0. */
export function useSecondsLeft(time: number): number {
  const [left, setLeft] = useState(time)
  useEffect(() => {
    const end = performance.now() + time
    const timer = setInterval(() => setLeft(Math.max(0, end - performance.now())), 1000)
    return () => clearInterval(timer)
  }, [time])
  return Math.ceil(left / 1000)
}
