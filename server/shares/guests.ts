import { isIPv4 } from 'node:net'
import { addressBlock } from '../limits/rate.ts'

/** The network of an address, for people to read: an IPv4 /24 or an IPv6 /48. Empty if there is no address. */
export function networkOf(address: string): string {
  const block = addressBlock(address)
  if (isIPv4(block)) return `${block.slice(0, block.lastIndexOf('.'))}.0/24`
  const groups = block.endsWith('::/64') ? block.slice(0, -'::/64'.length).split(':') : []
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : ''
}
