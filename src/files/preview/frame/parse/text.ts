import { decode, type Reading } from './encoding.ts'
import { type Block, limits, type Parsed } from './model.ts'

const linesPerBlock = 500

/** A text with numbered lines. */
export function parseText(bytes: Uint8Array, reading: Reading): Parsed {
  const { text, cut, encoding } = decode(bytes, reading)
  const allLines = text.split(/\r\n|\n|\r/, limits.lines + 1)
  const lines = allLines.slice(0, limits.lines).map(line => line.slice(0, limits.lineLength))
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += linesPerBlock) {
    blocks.push({ type: 'lines', first: at + 1, lines: lines.slice(at, at + linesPerBlock) })
  }
  const hasLongLine = allLines.some(line => line.length > limits.lineLength)
  return {
    sections: [{ title: null, blocks }],
    cut: cut || hasLongLine || allLines.length > limits.lines,
    encoding,
  }
}
