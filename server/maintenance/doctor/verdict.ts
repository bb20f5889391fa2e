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

/** `ahead`: ms by which the clock of another machine is ahead of this one's; negative: behind. */
export type Clock = { name: string; ahead: number }

/** ms; several processes on one database must agree within a few seconds. */
const much = 5_000
/** ms; codes of authenticator apps are refused beyond, and later the requests to a storage. */
const tooMuch = 30_000

/** Runs `ask`, whose result has the other clock's time in ms. */
export async function readClock<T>(
  name: string,
  ask: () => Promise<{ value: T; date: number }>,
): Promise<{ value: T; clock: Clock }> {
  const before = Date.now()
  const { value, date } = await ask()
  return { value, clock: { name, ahead: date - (before + Date.now()) / 2 } }
}

/** Whether this machine's clock agrees with those of the database and the storage. */
export function checkClocks(clocks: Clock[]): Verdict[] {
  if (clocks.length === 0) return [good('Neither the database nor the storage is on another machine.')]
  return clocks.map(({ name, ahead }) => {
    const seconds = Math.round(Math.abs(ahead) / 1000)
    if (Math.abs(ahead) <= much) return good(`The clock agrees with that of ${name}.`)
    const message = `The clock is ${seconds} s ${ahead > 0 ? 'behind' : 'ahead of'} that of ${name}.`
    const advice = 'Let NTP set the clocks of both machines (timedatectl set-ntp true).'
    return Math.abs(ahead) > tooMuch ? bad(message, advice) : warning(message, advice)
  })
}
