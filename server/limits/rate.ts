import { isIPv6 } from 'node:net'

/** Seconds' worth of requests that may come at once. */
const burst = 10
/** Callers remembered, 100 bytes each; beyond them the one that called the longest ago is forgotten. */
const mostCallers = 50_000

/**
 * Limits each caller to `perSecond` requests in the long run, and ten seconds' worth of them at once. A call counts a
 * request; null: allowed, else the whole seconds after which one will be. Refused requests do not prolong the wait.
 * `now`: ms. Source: the generic cell rate algorithm (ITU-T I.371), which keeps one number for a caller.
 */
export function makeRate(options: {
  perSecond: number
  now: () => number
  most?: number
}): (caller: string) => number | null {
  const { perSecond, now, most = mostCallers } = options
  const apart = 1000 / perSecond
  const ahead = burst * 1000 - apart
  /** When a caller's requests so far are used up, in ms; the last one to call is last. */
  const spent = new Map<string, number>()

  /** Forgets up to two callers: those whose requests are used up, and one more if there is no room. */
  function forget(time: number): void {
    let left = 2
    for (const [caller, until] of spent) {
      if (left === 0 || (until > time && spent.size < most)) return
      spent.delete(caller)
      left -= 1
    }
  }

  return caller => {
    const time = now()
    // A clock that is set back must not refuse anybody for longer.
    const until = Math.min(spent.get(caller) ?? 0, time + burst * 1000)
    const from = Math.max(until, time)
    const late = from - time - ahead
    // Less than a millisecond is rounding.
    const refused = late >= 1
    spent.delete(caller)
    forget(time)
    spent.set(caller, refused ? from : from + apart)
    return refused ? Math.ceil(late / 1000) : null
  }
}

/**
 * The block of addresses that limits count as one: an IPv4 address, or an IPv6 /64, which one customer has.
 * Source: RFC 6177.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
