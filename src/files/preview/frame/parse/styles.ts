import { readXml } from './xml.ts'

/** The properties that a style sets for its paragraphs or runs. `heading`: 0 for none. */
type DocumentStyle = { heading: number; hidden: boolean; list?: string; level?: number }
export type DocumentStyles = { get(id: string): DocumentStyle }

type Own = Partial<DocumentStyle> & { base?: string }

const depth = 20

/** A property is on unless its value is off. */
export const isOn = (value: string | undefined) => !['0', 'false', 'none', 'off'].includes(value ?? '')

/** The styles of a document by their ids, each with inherited properties. `bytes`: the styles part. */
export function stylesOf(bytes: Uint8Array | null): DocumentStyles {
  const all = new Map<string, Own>()
  const resolved = new Map<string, DocumentStyle>()
  let style: Own = {}
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        const value = attribute('val') ?? ''
        if (name === 'style') {
          style = {}
          all.set(attribute('styleId') ?? '', style)
        } else if (name === 'name') {
          const level = /^heading ([1-9])$/i.exec(value)?.[1] ?? (/^title$/i.test(value) ? 1 : 0)
          if (level) style.heading = Number(level)
        } else if (name === 'basedOn') style.base = value
        else if (name === 'outlineLvl') style.heading ??= Number(value) < 9 ? Number(value) + 1 : 0
        else if (name === 'numId') style.list = value
        else if (name === 'ilvl') style.level = Number(value)
        else if (name === 'vanish') style.hidden = isOn(attribute('val'))
      },
    })
  }
  return {
    get(id) {
      const known = resolved.get(id)
      if (known) return known
      let found: Own = {}
      let next: string | undefined = id
      for (let at = 0; at < depth && next !== undefined; at++) {
        const own: Own | undefined = all.get(next)
        found = { ...own, ...found }
        next = own?.base
      }
      const style = { ...found, heading: found.heading ?? 0, hidden: found.hidden ?? false }
      resolved.set(id, style)
      return style
    },
  }
}
