import { BlockList, isIP } from 'node:net'
import { expect, test } from 'vitest'
import { addressSet, isAddress } from '../../domain/policy/addresses.ts'

const ranges = [
  ...['192.0.2.0/24', '10.0.0.0/8', '0.0.0.0/0', '192.0.2.7', '192.0.2.7/31', '2001:db8::/33', '::1', '::/0'],
  ...['fe80::1:2/64', '1:2:3:4:5:6:7:8', '::ffff:0:0/96', '64:ff9b::192.0.2.33/120'],
]
const addresses = [
  ...['192.0.2.7', '192.0.2.6', '192.0.3.0', '10.255.0.1', '11.0.0.0', '255.255.255.255', '0.0.0.0'],
  ...['2001:db8::1', '2001:db8:8000::', '::1', '::', 'fe80::1', 'FE80:0:0:0:ffff::', '1:2:3:4:5:6:7:8'],
  ...['64:ff9b::c000:221', '64:ff9b::192.0.2.33', '64:ff9b::c000:300', 'ffff::'],
]

test.each(ranges)('%s holds what Node’s BlockList says', range => {
  const [base = '', bits] = range.split('/')
  const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(base, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  const same = addresses.filter(address => (isIP(address) === 4 ? 'ipv4' : 'ipv6') === family)
  const holds = addressSet([range])!
  expect(same.filter(holds)).toEqual(same.filter(address => list.check(address, family)))
  expect(addresses.filter(address => !same.includes(address) && holds(address))).toEqual([])
})

test.each([
  ...['', '192.0.2', '192.0.2.256', '192.0.2.01', '192.0.2.0/33', '192.0.2.0/', '192.0.2.0/8/8', 'a'],
  ...[
    '1::2::3',
    ':1',
    '1:',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7::8',
    '12345::',
    '::/129',
    '::1.2.3',
    '1.2.3.4::',
    '1.2.3.4::1.2.3.4',
    '::192.0.2.01',
    '1:2:3:4:5:6:7:8:9',
  ],
])('%j is no range', range => {
  expect(addressSet([range])).toBeUndefined()
})

test('an address is no range', () => {
  expect(['192.0.2.1', '::1', '192.0.2.0/24', ''].map(isAddress)).toEqual([true, true, false, false])
})

test('an address that maps an IPv4 address is that address', () => {
  expect(addressSet(['192.0.2.0/24'])!('::ffff:192.0.2.9')).toBe(true)
})
