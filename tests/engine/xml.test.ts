import { describe, expect, test } from 'vitest'
import { escapeXml, parseXml } from '../../server/engine/xml.ts'

describe('XML bodies', () => {
  test('are read with declaration, namespaces, comments, CDATA and character references', () => {
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<!-- by hand --><s3:Delete xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/" a='1'>
  <Object><Key> a&#x0D;&#10;b&#x1;&amp;amp;&lt;&#128512; </Key></Object><Object><Key><![CDATA[x<&y]]></Key></Object><Empty/></s3:Delete>
`
    expect(parseXml(body)).toMatchObject({
      name: 'Delete',
      children: [
        { name: 'Object', children: [{ name: 'Key', text: ' a\r\nb\u0001&amp;<😀 ', children: [] }] },
        { name: 'Object', children: [{ name: 'Key', text: 'x<&y', children: [] }] },
        { name: 'Empty', text: '', children: [] },
      ],
    })
  })

  test.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a>&nbsp;</a>',
    '<a>a & b</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a b=1/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><![CDATA[</a>',
    `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
  ])('%j is malformed', body => {
    expect(() => parseXml(body)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  })

  test('what is escaped is read back', () => {
    const text = `<&>"' \t\n\r\u0000\u0001\u001f\u007f\u0085\ufffe😀ế`
    expect(parseXml(`<a>${escapeXml(text)}</a>`).text).toBe(text)
  })
})
