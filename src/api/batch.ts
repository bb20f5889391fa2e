/**
 * A function that loads one value by its key. Calls of the same tick share requests of at most `most` keys; a key that
 * `send` resolves without stays pending.
 */
export function batched<Value>(
  most: number,
  send: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value> {
  let waiting = new Map<string, PromiseWithResolvers<Value>>()

  function sendBatch(): void {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    send([...batch.keys()]).then(
      values => {
        for (const [key, value] of values) batch.get(key)?.resolve(value)
      },
      (error: unknown) => {
        for (const { reject } of batch.values()) reject(error)
      },
    )
  }

  return key => {
    if (waiting.size === 0) setTimeout(sendBatch)
    const found = waiting.get(key) ?? Promise.withResolvers<Value>()
    waiting.set(key, found)
    if (waiting.size === most) sendBatch()
    return found.promise
  }
}
