import { limits } from './model.ts'
import { readXml } from './xml.ts'

/**
 * The texts of a document's footnotes or endnotes, by their ids, without the separators. Source: ECMA-376, part 1,
 * 17.11.
 */
export function notesOf(bytes: Uint8Array | null): Map<string, string> {
  const notes = new Map<string, string>()
  let id: string | undefined
  let inText = false
  const add = (text: string) => {
    if (id !== undefined) notes.set(id, `${notes.get(id) ?? ''}${text}`.slice(0, limits.lineLength))
  }
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        if (name === 'footnote' || name === 'endnote')
          id = (attribute('type') ?? 'normal') === 'normal' ? attribute('id') : undefined
        else if (name === 't') inText = true
        else if (name === 'p' || name === 'tab' || name === 'br') add(' ')
      },
      close(name) {
        if (name === 'footnote' || name === 'endnote') id = undefined
        else if (name === 't') inText = false
      },
      text(text) {
        if (inText) add(text)
      },
    })
  }
  return new Map([...notes].map(([id, text]) => [id, text.trim()]))
}
