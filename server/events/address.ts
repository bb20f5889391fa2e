import dns, { type LookupAddress, type LookupOptions, promises } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { addressSet, plainAddress } from '../../domain/policy/addresses.ts'
import { makePool } from '../limits/pool.ts'

/**
 * Addresses that are not public, and those that translate to them: private, loopback, link-local (including the
 * metadata services of clouds), shared, documentation, multicast, IPv4 in IPv6.
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry
 */
const special = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Public, but in Azure it is the machine's host. Source: Azure's documentation, "What is IP address 168.63.129.16?"
  '168.63.129.16/32',
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]
/** The IPv6 range assigned for public use; everything else is special. */
const publicIpv6 = addressSet(['2000::/3'])!
const isSpecial = addressSet(special)!

/** An address inside the server's own network, or a host that is not in the operator's list. */
export class RefusedAddress extends Error {}

/** Whether it is the error of a resolver that finds no address of a name. */
export const isUnknownName = (error: unknown): boolean =>
  /^(query|getaddrinfo)/.test((error as NodeJS.ErrnoException).syscall ?? '')

export type Guard = {
  /** Whether connections to the address (IPv4 or IPv6) are allowed. */
  allows(address: string): boolean
  /** Whether events may go to a URL's host; of a name, as far as that is known before it is resolved. */
  allowsHost(host: string): boolean
  /** For sockets: resolves a name of a listed host, and returns only allowed addresses. RefusedAddress if there is none. */
  lookup: LookupFunction
  /**
   * Rejects a URL whose host is not listed, or is not, or does not now resolve to, an allowed address. RefusedAddress;
   * the resolver's error.
   */
  check(url: URL): Promise<void>
}

/** The host of a URL, of IPv6 without brackets; URLs normalise every form of IPv4 (decimal, octal, hexadecimal) to dots. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether `host` is one of `hosts`, or a subdomain of one that begins with `*.`; a final dot of a name is nothing. */
function isListed(host: string, hosts: readonly string[]): boolean {
  const name = host.replace(/\.$/, '')
  return hosts.some(each => (each.startsWith('*.') ? name.endsWith(each.slice(1)) : name === each))
}

/**
 * `allowed`: the server's own addresses and networks that events may be sent to. `lookup`: resolves names. `hosts`: the
 * only hosts that events may be sent to, in small letters; null: all.
 */
export function makeGuard(
  allowed: readonly string[],
  lookup = makeLookup(),
  hosts: readonly string[] | null = null,
): Guard {
  const isAllowed = addressSet(allowed)
  if (!isAllowed) throw new Error('One of the allowed addresses is none.')

  const allowsHost = (host: string) =>
    (hosts === null || isListed(host, hosts)) && (isIP(host) === 0 || allows(host))

  function allows(given: string): boolean {
    const address = plainAddress(given)
    if (isAllowed!(address)) return true
    const own = Object.values(networkInterfaces()).some(each =>
      each?.some(one => plainAddress(one.address) === address),
    )
    return !own && !isSpecial(address) && (isIP(address) === 4 || publicIpv6(address))
  }

  function checked(host: string, found: LookupAddress[]): LookupAddress[] {
    const usable = found.filter(({ address }) => allows(address))
    if (usable.length === 0) throw new RefusedAddress(`${host} is inside the server’s own network.`)
    return usable
  }

  const resolve: LookupFunction = (host, options, done) => {
    if (!allowsHost(host)) return done(new RefusedAddress(`${host} is not in KHO_WEBHOOK_HOSTS.`), [])
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      try {
        const usable = checked(host, found)
        if (options.all) done(null, usable)
        else done(null, usable[0]!.address, usable[0]!.family)
      } catch (refusal) {
        done(refusal as NodeJS.ErrnoException, [])
      }
    })
  }

  return {
    allows,
    allowsHost,
    lookup: resolve,
    check: url =>
      new Promise((pass, refuse) => {
        const host = hostOf(url)
        if (isIP(host) === 0) resolve(host, { all: true }, error => (error ? refuse(error) : pass()))
        else if (allowsHost(host)) pass()
        else
          refuse(
            new RefusedAddress(`${host} is inside the server’s own network, or not in KHO_WEBHOOK_HOSTS.`),
          )
      }),
  }
}

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
