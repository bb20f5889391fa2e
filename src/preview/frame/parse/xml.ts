import { Parser } from 'saxen'
import { limits, TooComplex } from './model.ts'

/** Names have no prefix: `w:p` → `p`; attributes of relationships have one, whichever the file uses: `r:id`. */
export type XmlEvents = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Thrown by a handler to stop reading. */
export const stopReading = Symbol('stopReading')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an XML part of an office file, with the predefined entities only. Throws when it is malformed; TooComplex. */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlEvents): void {
  const parser = new Parser()
  let elements = 0
  let depth = 0
  parser.on('openTag', (name, attributes, decode) => {
    if (++elements > limits.elements || ++depth > limits.depth) throw new TooComplex('elements')
    open?.(localName(name), requested => {
      const all = attributes()
      const local = localName(requested)
      const names = Object.keys(all).filter(each => localName(each) === local)
      const found = local === requested ? names[0] : names.find(each => each.includes(':'))
      return found === undefined ? undefined : decode(all[found]!)
    })
  })
  parser.on('closeTag', name => {
    depth--
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', (value, decode) => text(decode(value)))
    parser.on('cdata', value => text(value))
  }
  try {
    parser.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error !== stopReading) throw error
  }
}
