import { type Block, limits, type Parsed } from './model.ts'

const linesInBlock = 500

/** The text of a file: UTF-8, or UTF-16 with its mark. Throws where it is none. */
export function decode(bytes: Uint8Array): { text: string; cut: boolean } {
  // Four bytes a character at most.
  const most = limits.characters * 4
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (!utf16 && bytes.subarray(0, 8192).includes(0)) throw new Error('The file is not a text.')
  const whole = new TextDecoder(utf16 ?? 'utf-8').decode(bytes.subarray(0, most))
  const text = whole.slice(0, limits.characters)
  return { text, cut: text.length < whole.length || bytes.length > most }
}

/** A text with numbered lines. */
export function parseText(bytes: Uint8Array): Parsed {
  const { text, cut } = decode(bytes)
  const all = text.split(/\r\n|\n|\r/, limits.lines + 1)
  const lines = all.slice(0, limits.lines).map(line => line.slice(0, limits.lineLength))
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += linesInBlock) {
    blocks.push({ type: 'lines', first: at + 1, lines: lines.slice(at, at + linesInBlock) })
  }
  const long = all.some(line => line.length > limits.lineLength)
  return { sections: [{ title: null, blocks }], cut: cut || long || all.length > limits.lines }
}
