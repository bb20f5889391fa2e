import { Parser } from 'saxen'
import { limits, TooComplex } from './model.ts'

/** Names have no prefix: `w:p` → `p`; relationship attributes have the same one in all files: `r:id`. */
type XmlEvents = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Thrown by a handler to stop reading. */
export const stopReading = Symbol('stopReading')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Extensions whose choice is read, by their usual prefixes; for any other, the fallback. Source: ECMA-376, part 3,
 * "AlternateContent".
 */
const extensions = /^(wps|wpg|wpc|wp14|w14|w15|w16\w*|a14|a16\w*|p14|p15|p16\w*|x14\w*|x15\w*|v)$/

/**
 * Reads an XML part of an office file, with the predefined entities only, and only the supported one of alternatives.
 * Throws when it is malformed; TooComplex.
 */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlEvents): void {
  const parser = new Parser()
  let elements = 0
  let depth = 0
  /** For each open alternative, whether one was read. */
  const chosen: boolean[] = []
  /** The depth of the skipped alternative. */
  let leftOut = Number.POSITIVE_INFINITY
  parser.on('openTag', (name, attributes, decode) => {
    if (++elements > limits.elements || ++depth > limits.depth) throw new TooComplex('elements')
    if (depth > leftOut) return
    const opened = localName(name)
    const attribute = (requested: string) => {
      const all = attributes()
      const local = localName(requested)
      const names = Object.keys(all).filter(each => localName(each) === local)
      const found = local === requested ? names[0] : names.find(each => each.includes(':'))
      return found === undefined ? undefined : decode(all[found]!)
    }
    if (opened === 'AlternateContent') chosen.push(false)
    else if (chosen.length > 0 && (opened === 'Choice' || opened === 'Fallback')) {
      const required = attribute('Requires')?.trim().split(/\s+/) ?? []
      if (chosen.at(-1) || !required.every(each => extensions.test(each))) leftOut = depth
      else chosen[chosen.length - 1] = true
    } else open?.(opened, attribute)
  })
  parser.on('closeTag', name => {
    const closed = localName(name)
    const isAlternative = closed === 'Choice' || closed === 'Fallback'
    if (depth === leftOut) leftOut = Number.POSITIVE_INFINITY
    else if (depth < leftOut) {
      if (closed === 'AlternateContent') chosen.pop()
      else if (chosen.length === 0 || !isAlternative) close?.(closed)
    }
    depth--
  })
  if (text) {
    parser.on('text', (value, decode) => depth < leftOut && text(decode(value)))
    parser.on('cdata', value => depth < leftOut && text(value))
  }
  try {
    parser.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error !== stopReading) throw error
  }
}
