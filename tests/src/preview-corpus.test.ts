import { describe, expect, test } from 'vitest'
import { previewKind } from '../../domain/file-kinds.ts'
import type { Parsed, Run } from '../../src/files/preview/frame/parse/model.ts'
import { type ParsedKind, parse } from '../../src/files/preview/frame/parse/parse.ts'
import {
  bytesOf,
  documents,
  markdown,
  presentations,
  type Specimen,
  tables,
  texts,
  workbooks,
} from '../fixtures/previews/corpus.ts'

const read = (specimen: Specimen) =>
  parse({
    kind: previewKind(specimen.file) as ParsedKind,
    name: specimen.file,
    bytes: bytesOf(specimen),
    locale: specimen.locale ?? 'en',
    encoding: null,
  })

const textOf = (runs: Run[]) => runs.map(run => run.text).join('')

/** The lines that are shown, in the notation of the corpus. */
function linesOf({ sections }: Parsed): string[] {
  return sections.flatMap(({ title, blocks }) => [
    ...(title === null ? [] : [`[${title}]`]),
    ...blocks.flatMap(block => {
      switch (block.type) {
        case 'table':
          return block.rows.map(row => row.join(' | '))
        case 'lines':
          return block.lines
        case 'code':
          return [block.text]
        case 'picture':
          return [`(${block.alt})`]
        case 'rule':
          return ['---']
        case 'item':
          return [[block.marker, textOf(block.runs)].filter(Boolean).join(' ')]
        default:
          return [textOf(block.runs)]
      }
    }),
  ])
}

describe.each(Object.entries({ texts, tables, workbooks, documents, presentations, markdown }))(
  '%s are shown as they were written',
  (_, specimens) => {
    test.each(specimens)('$file, made $made', specimen => {
      const parsed = read(specimen)
      expect(linesOf(parsed)).toEqual(specimen.shows)
      expect([parsed.cut, parsed.encoding ?? undefined]).toEqual([false, specimen.encoding])
    })
  },
)
