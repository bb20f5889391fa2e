import dns, { type LookupAddress, type LookupOptions, promises } from 'node:dns'
import { makePool } from '../limits/pool.ts'

export type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Asks of the system at once. Each holds a thread, of which all other names of the process need one, too. */
const mostOfSystem = 2

/**
 * Resolves names without threads, so that one whose servers do not answer holds up no other. What DNS does not know may
 * be in the system's own files. `resolver`: gives up within seconds.
 */
export function makeLookup(resolver = new promises.Resolver({ timeout: 2000, tries: 2 })): Lookup {
  const ofSystem = makePool(mostOfSystem)

  async function addresses(host: string): Promise<LookupAddress[]> {
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = asked.flatMap((answer, at) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map(address => ({ address, family: at === 0 ? 4 : 6 })),
    )
    if (found.length > 0) return found
    const errors = asked.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
    const other = errors.find(({ code }) => code !== dns.NOTFOUND && code !== dns.NODATA)
    if (other) throw other
    return ofSystem.use('', () => promises.lookup(host, { all: true }))
  }

  return (host, { family }, done) => {
    const wanted = family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : 0
    addresses(host).then(
      found => done(null, wanted === 0 ? found : found.filter(each => each.family === wanted)),
      error => done(error, []),
    )
  }
}
