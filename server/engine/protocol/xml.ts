import { S3Error } from './errors.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for an XML element. Control characters, which keys may contain and XML 1.0 cannot represent, become
 * numeric references, as in S3; clients can use `encoding-type=url` instead.
 */
export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  text.replace(/[&<>"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, character => {
    return escapes[character] ?? `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`
  })

/** An element with text; empty string if the text is undefined. */
export const element = (name: string, text: string | number | boolean | undefined): string =>
  text === undefined ? '' : `<${name}>${typeof text === 'string' ? escapeXml(text) : text}</${name}>`

/** A document in S3's namespace. */
export const document = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`

/** An element of a parsed body; `name`: without prefix; `type`: its attribute `xsi:type`. */
export type XmlNode = { name: string; text: string; children: XmlNode[]; type?: string | undefined }

const MAX_DEPTH = 12
const MAX_TAG = 4096
const MAX_REFERENCE = 13
/** Default maximum of elements, comments and other nodes in a body. */
const MOST_NODES = 10_000
const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const bad = (why: string): never => {
  throw new S3Error('MalformedXML', undefined, { Reason: why })
}

const decodeReference = (name: string): string => {
  if (!name.startsWith('#')) return names[name] ?? bad('an unknown entity')
  const code = /^#x[0-9a-f]+$/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return Number.isInteger(code) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : bad('a bad character reference')
}

/** A loop, because a regular expression with a callback takes four times as long on a body of `&amp;`. */
const decodeText = (text: string): string => {
  let decoded = ''
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at)
    if (end < 0 || end - at > MAX_REFERENCE) bad('a bare &')
    decoded += text.slice(from, at) + decodeReference(text.slice(at + 1, end))
    from = end + 1
  }
  return decoded + text.slice(from)
}

/**
 * Parses an S3 request body: elements, text, CDATA, comments, an XML declaration; attributes are checked and dropped, but
 * for `xsi:type`.
 * No DTD, and only XML's own five entities. Numeric references to control characters are kept, as keys may contain
 * them.
 * `most`: the maximum number of elements, comments and other nodes.
 * @throws S3Error MalformedXML
 */
export const parseXml = (source: string, most = MOST_NODES): XmlNode => {
  let nodes = 0
  const root: XmlNode = { name: '', text: '', children: [] }
  const stack = [root]
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  const until = (mark: string): string => {
    const end = source.indexOf(mark, at)
    if (end < 0) bad(`${mark} is missing`)
    const found = source.slice(at, end)
    at = end + mark.length
    return found
  }
  const top = (): XmlNode => stack[stack.length - 1] ?? bad('too many closing tags')
  while (at < source.length) {
    if (source[at] === '<' && source[at + 1] !== '/' && ++nodes > most) bad('too many elements')
    if (source[at] !== '<') {
      const next = source.indexOf('<', at)
      const text = source.slice(at, next < 0 ? source.length : next)
      if (stack.length > 1) top().text += decodeText(text)
      else if (text.trim() !== '') bad('text outside the root element')
      at += text.length
    } else if (source.startsWith('<!--', at)) {
      at += 4
      until('-->')
    } else if (source.startsWith('<![CDATA[', at)) {
      at += 9
      const text = until(']]>')
      if (stack.length === 1) bad('text outside the root element')
      top().text += text
    } else if (source.startsWith('<?', at)) {
      at += 2
      until('?>')
    } else if (source.startsWith('<!', at)) {
      bad('a document type is not allowed')
    } else if (source.startsWith('</', at)) {
      at += 2
      const name = until('>').trim()
      if (stack.length === 1 || top().name !== name.slice(name.indexOf(':') + 1)) bad('tags do not match')
      stack.pop()
    } else {
      at += 1
      const inner = until('>')
      if (inner.length > MAX_TAG) bad('a tag that is too long')
      const tag =
        /^([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)$/.exec(
          inner,
        )
      const name = tag?.[2] ?? bad('a bad tag')
      const type = tag?.[3] && /[\s:]type\s*=\s*["']([^"']*)/.exec(tag[3])?.[1]
      const node: XmlNode = { name, text: '', children: [], ...(type && { type }) }
      if (stack.length === 1 && root.children.length > 0) bad('more than one root element')
      top().children.push(node)
      if (tag?.[4] === '') stack.push(node)
      if (stack.length > MAX_DEPTH) bad('nested too deeply')
    }
  }
  if (stack.length > 1) bad('an element is not closed')
  return root.children[0] ?? bad('no element')
}

/** The text of the first child of that name, or undefined. */
export const childText = (node: XmlNode, name: string): string | undefined =>
  node.children.find(child => child.name === name)?.text
