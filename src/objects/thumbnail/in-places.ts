type Act<Result> = () => Promise<Result>

/**
 * Does at most `count` things at once; the others wait in order, and those whose `signal` aborts meanwhile are not begun:
 * they reject with its reason.
 */
export function inPlaces(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return async <Result>(act: Act<Result>, signal: AbortSignal): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
