import { describe, expect, test } from 'vitest'
import { escapeXml, parseXml } from '../../server/engine/protocol/xml.ts'

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
    '<a>&a</a>',
    '<a>& a;</a>',
  ])('%j is malformed [V1.5.1]', body => {
    expect(() => parseXml(body)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  })

  test.each([
    ['elements', `<r>${'<a/>'.repeat(10_000)}</r>`],
    ['comments', `<r>${'<!---->'.repeat(10_000)}</r>`],
    ['text sections', `<r>${'<![CDATA[]]>'.repeat(10_000)}</r>`],
    ['attributes', `<r ${'a="1" '.repeat(1000)}/>`],
  ])('too many %s are refused', (_what, body) => {
    expect(() => parseXml(body)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  })

  test('the largest lists of S3 fit: 1,000 keys to delete with all conditions', () => {
    const object =
      '<Object><Key>k</Key><VersionId>v</VersionId><ETag>e</ETag><LastModifiedTime>t</LastModifiedTime><Size>1</Size></Object>'
    expect(parseXml(`<Delete>${object.repeat(1000)}<Quiet>true</Quiet></Delete>`).children.length).toBe(1001)
  })

  test('what is escaped is read back [V1.1.2, V1.2.1]', () => {
    const text = `<&>"' \t\n\r\u0000\u0001\u001f\u007f\u0085\ufffe😀ế`
    expect(parseXml(`<a>${escapeXml(text)}</a>`).text).toBe(text)
  })
})
