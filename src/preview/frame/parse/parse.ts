import type { FrameKind } from '../../protocol.ts'
import { parseCsv } from './csv.ts'
import { parseDocx } from './docx.ts'
import { parseMarkdown } from './markdown.ts'
import type { Parsed } from './model.ts'
import { parsePptx } from './pptx.ts'
import { parseText } from './text.ts'
import { parseXlsx } from './xlsx.ts'

/** Kinds parsed here; images and PDF are rendered directly. */
export type ParsedKind = Exclude<FrameKind, 'image' | 'pdf'>

const parsers: Record<ParsedKind, (bytes: Uint8Array) => Parsed> = {
  text: parseText,
  markdown: parseMarkdown,
  table: parseCsv,
  sheets: parseXlsx,
  slides: parsePptx,
  document: parseDocx,
}

/** Parses a file. Throws when it is damaged; TooComplex. */
export function parse(kind: ParsedKind, bytes: Uint8Array): Parsed {
  return parsers[kind](bytes)
}
