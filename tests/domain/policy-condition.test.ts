// biome-ignore-all lint/suspicious/noTemplateCurlyInString: policy variables are written so
import { BlockList, isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import { addressSet, isAddress } from '../../domain/policy/addresses.ts'
import { compileCondition } from '../../domain/policy/condition.ts'
import { compilePattern } from '../../domain/policy/pattern.ts'

type Row = [operator: string, wanted: string | string[], found: string | string[] | undefined, holds: boolean]

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
describe('a condition', () => {
  test.each<Row>([
    ['StringEquals', 'a', 'a', true],
    ['StringEquals', 'a', 'A', false],
    ['StringEquals', 'a*', 'ab', false],
    ['StringEquals', ['a', 'b'], 'b', true],
    ['StringEquals', 'a', undefined, false],
    ['StringEqualsIfExists', 'a', undefined, true],
    ['StringEqualsIfExists', 'a', 'b', false],
    ['StringNotEquals', 'a', 'a', false],
    ['StringNotEquals', ['a', 'b'], 'b', false],
    ['StringNotEquals', 'a', undefined, true],
    ['StringEqualsIgnoreCase', 'aB', 'Ab', true],
    ['StringNotEqualsIgnoreCase', 'aB', 'Ab', false],
    ['StringLike', 'a*c?', 'abbbcd', true],
    ['StringLike', 'a*c?', 'abbbc', false],
    ['StringLike', '*', '', true],
    ['StringLike', 'a*b*c', 'a-c-b', false],
    ['StringLike', 'ab*ba', 'aba', false],
    ['StringNotLike', 'a*', 'b', true],
    ['StringLike', '${aws:username}/*', 'an/x', true],
    ['StringLike', '${aws:username}/*', 'binh/x', false],
    ['StringLike', "${aws:none, 'home'}/*", 'home/x', true],
    ['StringLike', '${aws:none}*', '', false],
    ['StringEquals', '${*}', '*', true],
    ['NumericEquals', '10', '10', true],
    ['NumericLessThan', '10', '9', true],
    ['NumericLessThan', '10', '10', false],
    ['NumericLessThanEquals', '10', '10', true],
    ['NumericGreaterThan', '10', '9', false],
    ['NumericGreaterThanEquals', '10', '11', true],
    ['NumericNotEquals', '10', '11', true],
    ['NumericEquals', '10', 'x', false],
    ['DateLessThan', '2030-01-01T00:00:00Z', '2029-12-31T23:59:59Z', true],
    ['DateGreaterThan', '2030-01-01', '2029-12-31T23:59:59Z', false],
    ['DateEquals', '2030-01-01T00:00:00Z', '1893456000', true],
    ['Bool', 'TRUE', 'true', true],
    ['Bool', 'false', 'true', false],
    ['Bool', 'true', undefined, false],
    ['BoolIfExists', 'true', undefined, true],
    ['IpAddress', '192.0.2.0/24', '192.0.2.255', true],
    ['IpAddress', '192.0.2.0/24', '192.0.3.1', false],
    ['IpAddress', '192.0.2.1', '::ffff:192.0.2.1', true],
    ['IpAddress', '2001:db8::/33', '2001:db8:8000::', false],
    ['NotIpAddress', '192.0.2.0/24', '192.0.3.1', true],
    ['ArnLike', 'arn:aws:iam::*:user/*', 'arn:aws:iam::a:user/b', true],
    ['ArnEquals', 'arn:aws:iam::a:root', 'arn:aws:iam::b:root', false],
    ['ArnLike', 'arn:*:root', 'arn:aws:iam::a:root', false],
    ['ArnNotLike', 'arn:aws:iam::*:root', 'arn:aws:iam::b:root', false],
    ['Null', 'true', undefined, true],
    ['Null', 'true', 'x', false],
    ['Null', 'false', 'x', true],
    ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'b'], true],
    ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'c'], false],
    ['ForAllValues:StringEquals', ['a', 'b'], undefined, true],
    ['ForAnyValue:StringEquals', ['a', 'b'], ['c', 'b'], true],
    ['ForAnyValue:StringEquals', ['a', 'b'], ['c'], false],
    ['ForAnyValue:StringEquals', ['a', 'b'], undefined, false],
    ['ForAllValues:StringNotEquals', ['a'], ['b', 'a'], false],
    ['ForAnyValue:StringNotEquals', ['a'], ['b', 'a'], true],
  ])('%s %j for %j: %s', (operator, wanted, found, holds) => {
    const condition = compileCondition(operator, 's3:prefix', [wanted].flat(), true)
    const facts = (key: string) =>
      key === 'aws:username'
        ? ['an']
        : key === 's3:prefix' && found !== undefined
          ? [found].flat()
          : undefined
    expect(condition.holds(facts)).toBe(holds)
  })

  test('takes the value of a variable literally [V1.2.9]', () => {
    const { matches } = compilePattern('home/${aws:username}')
    expect([matches('home/*', () => '*'), matches('home/x', () => '*')]).toEqual([true, false])
  })

  test('does not know variables in version 2008-10-17', () => {
    const { matches } = compilePattern('${aws:username}', { variables: false })
    expect([matches('an', () => 'an'), matches('${aws:username}', () => 'an')]).toEqual([false, true])
  })
})

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
