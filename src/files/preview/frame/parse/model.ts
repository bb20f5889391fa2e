import type { Encoding } from '../../protocol.ts'

/** A stretch of text in one style. */
export type Run = {
  text: string
  bold?: boolean
  italic?: boolean
  under?: boolean
  strike?: boolean
  code?: boolean
}

/** A cell that spans several cells of a table, from its first one, which has the text. Indexes from 0. */
export type Merged = { row: number; column: number; rows: number; columns: number }

/** A part of a document, without markup: all text is shown literally. */
export type Block =
  | { type: 'heading'; level: number; runs: Run[] }
  | { type: 'paragraph'; runs: Run[] }
  | { type: 'item'; level: number; marker: string; runs: Run[] }
  | { type: 'quote'; runs: Run[] }
  | { type: 'lines'; first: number; lines: string[] }
  | { type: 'code'; text: string }
  /** `rowNumbers`, from 1, and `columnNumbers`, from 0: those of the sheet, if some are hidden. */
  | {
      type: 'table'
      look: 'sheet' | 'head' | 'plain'
      rows: string[][]
      merged?: Merged[]
      rowNumbers?: number[]
      columnNumbers?: number[]
    }
  | { type: 'picture'; bytes: Uint8Array<ArrayBuffer>; mime: string; alt: string }
  | { type: 'rule' }

/** A sheet, a slide, or the whole of a document. */
export type Section = { title: string | null; blocks: Block[] }

/**
 * A parsed file. `cut`: only a part is included. `plain`: the layout is lost. `tabs`: the sections are sheets.
 * `encoding`: of a text, unless it is valid UTF-8.
 */
export type Parsed = {
  sections: Section[]
  tabs?: boolean
  cut: boolean
  plain?: boolean
  encoding?: Encoding | null
}

/** The file exceeds a limit. */
export class TooComplex extends Error {
  override name = 'TooComplex'
}

export const limits = {
  /** Characters, of a text or in all cells. */
  characters: 1_000_000,
  lines: 20_000,
  lineLength: 5000,
  rows: 2000,
  columns: 100,
  cells: 50_000,
  cellLength: 1000,
  merged: 2000,
  sheets: 50,
  blocks: 5000,
  pictures: 300,
  /** Entries of a ZIP. */
  entries: 10_000,
  /** Unpacked bytes of one entry, and of all entries that are read. */
  entryBytes: 48 * 1024 ** 2,
  bytes: 128 * 1024 ** 2,
  /** Elements of one XML part. */
  elements: 3_000_000,
  depth: 500,
} as const

/** Counts against a maximum; `take` returns false once it is exceeded. */
export class Budget {
  #left: number
  /** Whether the maximum was exceeded. */
  cut = false

  constructor(maximum: number) {
    this.#left = maximum
  }

  take(count = 1): boolean {
    if (this.#left >= count) this.#left -= count
    else this.cut = true
    return !this.cut
  }
}
