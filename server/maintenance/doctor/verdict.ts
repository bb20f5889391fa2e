/**
 * What was found of one thing. `bad`: Kho does not start with it, or fails its users; `warning`: it will, or may.
 * `advice`: what to do; null: nothing.
 */
export type Verdict = { state: 'good' | 'warning' | 'bad'; message: string; advice: string | null }

export const good = (message: string): Verdict => ({ state: 'good', message, advice: null })
export const warning = (message: string, advice: string): Verdict => ({ state: 'warning', message, advice })
export const bad = (message: string, advice: string): Verdict => ({ state: 'bad', message, advice })

/** Ends a text that others wrote with a full stop. */
export const sentence = (text: string): string => text.replace(/\.?$/, '.')

/** Why something failed, by the innermost cause, which names the address or the code. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
