import type { FrameKind } from '../../protocol.ts'
import { parseCsv } from './csv.ts'
import { parseDocx } from './docx.ts'
import { decode, type Reading } from './encoding.ts'
import { parseMarkdown } from './markdown.ts'
import { type Block, limits, type Parsed } from './model.ts'
import { parsePptx } from './pptx.ts'
import { parseXlsx } from './xlsx.ts'

/** Kinds parsed here; images and PDF are rendered directly. */
export type ParsedKind = Exclude<FrameKind, 'image' | 'pdf'>

/** A file: its kind, its name, its bytes, and how to read its text. */
export type Source = Reading & { kind: ParsedKind; name: string; bytes: Uint8Array }

/** Parses a file. Throws when it is damaged; TooComplex. */
export function parse({ kind, name, bytes, ...reading }: Source): Parsed {
  switch (kind) {
    case 'text':
      return parseText(bytes, reading)
    case 'markdown':
      return parseMarkdown(bytes, reading)
    case 'table':
      return parseCsv(bytes, reading, /\.tsv$/i.test(name))
    case 'sheets':
      return parseXlsx(bytes, reading.locale)
    case 'slides':
      return parsePptx(bytes)
    case 'document':
      return parseDocx(bytes)
  }
}

const linesPerBlock = 500

/** A text with numbered lines. */
function parseText(bytes: Uint8Array, reading: Reading): Parsed {
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
