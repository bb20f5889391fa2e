/**
 * An address without the port and brackets that some proxies add, and without its zone; IPv4 where it is mapped:
 * `::ffff:192.0.2.1`, `192.0.2.1:443` → `192.0.2.1`.
 */
export const plainAddress = (address: string): string =>
  address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '')

type Address = { family: 4 | 6; bits: bigint }

const joined = (parts: readonly number[], width: bigint): bigint =>
  parts.reduce((bits, part) => (bits << width) | BigInt(part), 0n)

const bytesOf = (text: string): number[] | undefined => {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every(part => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return parts.map(Number)
}

/** The 16-bit groups of one side of `::`; an IPv4 address may stand at the end. */
const groupsOf = (text: string): number[] | undefined => {
  if (text === '') return []
  const parts = text.split(':')
  const tail = parts.at(-1)!.includes('.') ? bytesOf(parts.pop()!) : []
  if (!tail || !parts.every(part => /^[\da-f]{1,4}$/i.test(part))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = tail
  const last = tail.length === 0 ? [] : [(a << 8) | b, (c << 8) | d]
  return [...parts.map(part => Number.parseInt(part, 16)), ...last]
}

/** An IPv4 or IPv6 address. Source: RFC 4291, 2.2. */
const parseAddress = (text: string): Address | undefined => {
  const bytes = bytesOf(text)
  if (bytes) return { family: 4, bits: joined(bytes, 8n) }
  if (!text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length === 2 && halves[0]!.includes('.')) return undefined
  const [left, right] = [groupsOf(halves[0]!), groupsOf(halves[1] ?? '')]
  if (!left || !right || halves.length > 2) return undefined
  const missing = 8 - left.length - right.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  return { family: 6, bits: joined([...left, ...Array<number>(missing).fill(0), ...right], 16n) }
}

export const isAddress = (text: string): boolean => parseAddress(text) !== undefined

/** A set of addresses and CIDR ranges, or undefined if any is invalid. */
export const addressSet = (ranges: readonly string[]): ((address: string) => boolean) | undefined => {
  const list: (Address & { shift: bigint })[] = []
  for (const range of ranges) {
    const [text = '', length, rest] = range.split('/')
    const address = parseAddress(text)
    const most = address?.family === 4 ? 32 : 128
    const prefix = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
    if (!address || rest !== undefined || !(prefix <= most)) return undefined
    const shift = BigInt(most - prefix)
    list.push({ family: address.family, bits: address.bits >> shift, shift })
  }
  return text => {
    const address = parseAddress(plainAddress(text))
    if (!address) return false
    return list.some(({ family, bits, shift }) => family === address.family && address.bits >> shift === bits)
  }
}

/** Names of ranges in `KHO_TRUSTED_PROXIES`. */
export const proxyRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Whether an address is of a trusted proxy.
 * @throws Error for a range that is neither an address, a CIDR range nor a known name
 */
export const trustedProxies = (trusted: readonly string[]): ((address: string) => boolean) => {
  const isTrusted = addressSet(trusted.flatMap(range => proxyRanges[range] ?? range))
  if (!isTrusted) throw new Error(`One of the trusted proxies is not an address: ${trusted.join(', ')}`)
  return isTrusted
}
