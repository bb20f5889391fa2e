import { type Block, limits, type Parsed } from './model.ts'

const linesPerBlock = 500

/** Decodes UTF-8, or UTF-16 with a byte order mark. Throws for binary files. */
export function decode(bytes: Uint8Array): { text: string; cut: boolean } {
  // At most four bytes per character.
  const maxBytes = limits.characters * 4
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (!utf16 && bytes.subarray(0, 8192).includes(0)) throw new Error('The file is not a text.')
  const decoded = new TextDecoder(utf16 ?? 'utf-8').decode(bytes.subarray(0, maxBytes))
  const text = decoded.slice(0, limits.characters)
  return { text, cut: text.length < decoded.length || bytes.length > maxBytes }
}

/** A text with numbered lines. */
export function parseText(bytes: Uint8Array): Parsed {
  const { text, cut } = decode(bytes)
  const allLines = text.split(/\r\n|\n|\r/, limits.lines + 1)
  const lines = allLines.slice(0, limits.lines).map(line => line.slice(0, limits.lineLength))
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += linesPerBlock) {
    blocks.push({ type: 'lines', first: at + 1, lines: lines.slice(at, at + linesPerBlock) })
  }
  const hasLongLine = allLines.some(line => line.length > limits.lineLength)
  return { sections: [{ title: null, blocks }], cut: cut || hasLongLine || allLines.length > limits.lines }
}
