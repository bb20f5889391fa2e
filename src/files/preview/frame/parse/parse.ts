import type { FrameKind } from '../../protocol.ts'
import { parseCsv } from './csv.ts'
import { parseDocx } from './docx.ts'
import type { Reading } from './encoding.ts'
import { parseMarkdown } from './markdown.ts'
import type { Parsed } from './model.ts'
import { parsePptx } from './pptx.ts'
import { parseText } from './text.ts'
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
