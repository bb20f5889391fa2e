import type { ErrorCode } from '../../../openapi/schema.ts'

/** A file of the project, and a text in it. */
export type Place = [file: string, text: string]

/** One statement of the specification, in its words, and what shows that it holds. */
export type Statement = {
  says: string
  /** The code of the contract that carries a server's message. */
  code?: ErrorCode
  /** Where the product deliberately does otherwise: why, and where that is written. */
  differs?: { why: string; see: Place }
} & (Shown | Elsewhere | Missing)

/** By transitions, by their names in the chart of each machine. */
type Shown = { shows: Record<string, string[]> }
/** By tests in these files: no machine has to do with it. */
type Elsewhere = { elsewhere: string[] }
/** By nothing, and why. */
type Missing = { missing: string }

export type Section = { title: string; statements: Statement[] }
