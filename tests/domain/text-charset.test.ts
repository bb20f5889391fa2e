import { expect, test } from 'vitest'
import { charsetOf, lacksCharset, withCharset } from '../../domain/text-charset.ts'
import { demoFiles } from '../../server/demo/files.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const vietnamese = utf8('Xin chào thế giới')
const cut = vietnamese.subarray(0, vietnamese.indexOf(0xba))

test.each<[string, Uint8Array, boolean, ReturnType<typeof charsetOf>]>([
  ['UTF-8', vietnamese, true, 'utf-8'],
  ['UTF-8 with a mark', utf8('\ufeffXin chào'), true, 'utf-8'],
  ['ASCII', utf8('hello\r\n'), true, 'utf-8'],
  ['a character cut at the end of what was read', cut, false, 'utf-8'],
  ['a character cut at the end of the file', cut, true, null],
  ['UTF-16 LE with a mark', Uint8Array.of(0xff, 0xfe, 0x58, 0), true, 'utf-16le'],
  ['UTF-16 BE with a mark', Uint8Array.of(0xfe, 0xff, 0, 0x58), true, 'utf-16be'],
  ['UTF-16 without a mark', Uint8Array.of(0x58, 0, 0x69, 0), true, null],
  ['Windows-1258', Uint8Array.of(0x63, 0x68, 0xe0, 0x6f), true, null],
  ['an empty file', new Uint8Array(), true, null],
])('the encoding of a text is recognised by its start: %s', (_, start, whole, charset) => {
  expect(charsetOf(start, whole)).toBe(charset)
})

test('only text without a charset gets one', () => {
  const texts = [
    ...['text/plain', 'text/csv', 'text/markdown', 'TEXT/HTML', 'text/plain; format=flowed', 'text/css;'],
    ...['text/javascript', 'application/javascript', 'application/json', 'application/ld+json'],
    ...['application/xml', 'image/svg+xml', 'application/csv'],
  ]
  const others = [
    ...['', 'image/png', 'application/octet-stream', 'application/pdf', 'text', 'application/jsonx'],
    ...['text/plain; charset=utf-8', 'text/plain;Charset="windows-1258"', 'text/html; a=b; charset=x'],
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]
  expect([...texts, ...others].filter(lacksCharset)).toEqual(texts)
  expect(['text/css;', 'text/plain; a=b'].map(type => withCharset(type, 'utf-8'))).toEqual([
    'text/css; charset=utf-8',
    'text/plain; a=b; charset=utf-8',
  ])
})

test('the texts of the sample data have a charset', () => {
  expect([...demoFiles()].filter(({ type }) => lacksCharset(type))).toEqual([])
})
