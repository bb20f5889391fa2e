/**
 * Asks every so many ms whether the database still is one that this process may write to, and calls `onEnd` with the
 * first sentence that says why not. Returns a function that ends it.
 */
export function watchDatabase(
  questions: (() => Promise<string | null>)[],
  onEnd: (message: string) => void,
  every = 10_000,
): () => void {
  let asking = false
  const timer = setInterval(async () => {
    if (asking) return
    asking = true
    // What is down now is asked again.
    const answers = await Promise.all(questions.map(ask => ask().catch(() => null)))
    asking = false
    const message = answers.find(answer => answer !== null)
    if (message === undefined) return
    clearInterval(timer)
    onEnd(message)
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
