import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { plainAddress, trustedProxies } from '../../../domain/policy/addresses.ts'

/** The origin of a request, for the conditions of policies. */
export type RequestOrigin = { address: string; secure: boolean }

const first = (value: string | string[] | undefined): string => String(value ?? '')

/**
 * Reads the sender from the connection, or from `X-Forwarded-For` and `X-Forwarded-Proto` if the connection comes from
 * a trusted proxy: the last address that is not a trusted proxy.
 * @throws Error for a range that is neither an address, a CIDR range nor a known name
 */
export const createSenderOf = (
  trusted: readonly string[] = [],
): ((request: IncomingMessage) => RequestOrigin) => {
  const isTrusted = trustedProxies(trusted)
  return ({ socket, headers }) => {
    const peer = plainAddress(socket.remoteAddress ?? '')
    const secure = 'encrypted' in socket
    if (!isTrusted(peer)) return { address: peer, secure }
    const chain = first(headers['x-forwarded-for'])
      .split(',')
      .map(address => plainAddress(address.trim()))
      .filter(address => isIP(address) !== 0)
    const address = chain.findLast(each => !isTrusted(each)) ?? chain[0] ?? peer
    const scheme = first(headers['x-forwarded-proto']).split(',').at(-1)?.trim()
    return { address, secure: scheme ? scheme === 'https' : secure }
  }
}
