import { BlockList, isIP } from 'node:net'

/** `::ffff:192.0.2.1` is the IPv4 address that it maps. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')

/** A set of addresses and CIDR ranges, or undefined where one of them is none. */
export const addressSet = (ranges: readonly string[]): ((address: string) => boolean) | undefined => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits, rest] = range.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || rest !== undefined || !(prefix >= 0 && prefix <= most)) return undefined
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  if (ranges.length === 0) return () => false
  return text => {
    const address = plainAddress(text)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}
