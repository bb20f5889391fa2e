import { expect, test } from 'vitest'
import { canonicalEmail, isEmail } from '../../domain/email-address.ts'

test.each([
  ['An.Nguyen@Example.COM', 'an.nguyen@example.com'],
  ['an+kho@example.com', 'an+kho@example.com'],
  ["shane.o'neil@example.com", "shane.o'neil@example.com"],
  ['first&last@example.com', 'first&last@example.com'],
  ["a!#$%&'*+-/?=^_`{|}~@example.com", "a!#$%&'*+-/?=^_`{|}~@example.com"],
  ['-lead@example.com', '-lead@example.com'],
  ['x@bücher.example', 'x@xn--bcher-kva.example'],
  ['x@BÜCHER.Example', 'x@xn--bcher-kva.example'],
  ['x@bu\u0308cher.example', 'x@xn--bcher-kva.example'],
  ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
  ['x@kho.xn--p1ai', 'x@kho.xn--p1ai'],
  ['x@кхо.рф', 'x@xn--j1aiu.xn--p1ai'],
  ['x@thư-viện.vn', 'x@xn--th-vin-4zb3960d.vn'],
  ['x@straße.example', 'x@xn--strae-oqa.example'],
  ['x@ｅｘａｍｐｌｅ.com', 'x@example.com'],
  ['a@b--c.example', 'a@b--c.example'],
  ['a@1.example', 'a@1.example'],
])('%s is an address, stored as %s', (typed, stored) => {
  expect([isEmail(typed), canonicalEmail(` ${typed} `), canonicalEmail(stored)]).toEqual([
    true,
    stored,
    stored,
  ])
})

test.each([
  ...[
    '',
    'a',
    'a@',
    '@example.com',
    'a@@example.com',
    'a@b@example.com',
    '.a@example.com',
    'a..b@example.com',
  ],
  ...['"a b"@example.com', 'a b@example.com', ' a@example.com', 'a,b@example.com', 'a;b@example.com'],
  ...['a(b)@example.com', '<a@example.com>', 'a\\b@example.com', 'a:b@example.com', 'á@example.com'],
  ...['a@example.com\r\nBcc: b@example.com', 'a\n@example.com', 'a@exam\nple.com', 'a@example.com\0'],
  ...['a@localhost', 'a@example', 'a@example.c', 'a@example.com.', 'a@.example.com', 'a@a..example'],
  ...['a@-b.example', 'a@b-.example', 'a@b_c.example', `a@${'b'.repeat(64)}.example`, 'a@xn--zz-.example'],
  ...['a@192.168.0.1', 'a@0x7f.1', 'a@[127.0.0.1]', 'a@example.com:25', 'a@example.com/x', 'a@ex%61mple.com'],
  ...['a@b:c@example.com', 'a@example.com?x', 'a@example.com#x', 'a@example.com\\x', 'a@exa\u00admple.com'],
  ...[
    '=?utf-8?q?b=40example.org?=@example.com',
    `${'a'.repeat(243)}@example.com`,
    `a@${'bü.'.repeat(60)}example`,
  ],
])('%j is no address', text => {
  expect(isEmail(text)).toBe(false)
  expect(canonicalEmail(text)).toBe(text.trim().toLowerCase())
})
