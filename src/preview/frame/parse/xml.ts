import { Parser } from 'saxen'
import { limits, TooComplex } from './model.ts'

/** Names without their prefix: `w:p` → `p`. Attributes too, apart from those of relations: `r:id`. */
export type XmlEvents = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** An event throws it when it has seen enough. */
export const enough = Symbol('enough')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an XML part of an office file. It knows no entities but XML's own. Throws where it is malformed; TooComplex. */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlEvents): void {
  const parser = new Parser()
  let elements = 0
  let depth = 0
  parser.on('openTag', (name, attributes, decode) => {
    if (++elements > limits.elements || ++depth > limits.depth) throw new TooComplex('elements')
    open?.(localName(name), wanted => {
      const all = attributes()
      const found = Object.keys(all).find(
        each => each === wanted || (!wanted.includes(':') && localName(each) === wanted),
      )
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
    if (error !== enough) throw error
  }
}
