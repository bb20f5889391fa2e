type Action<Result> = () => Promise<Result>

/**
 * Runs at most `count` actions at once, the others in order. An action whose `signal` aborts while it waits rejects
 * with its reason.
 */
export function limitConcurrency(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  return async <Result>(action: Action<Result>, signal: AbortSignal): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await action()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
