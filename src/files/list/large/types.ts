import type { ObjectItem } from '../../../../openapi/schema.ts'
import type { RowsFrom } from '../use-listing.ts'
import type { parts } from './large-folder.ts'
import type { Extent } from './row-window.ts'

export type LargeParts = typeof parts

/** The loaded rows of a folder that is too long to load, among all. */
export type RowWindow = Extent & {
  /** Reads rows from elsewhere on; returns them, or null if others were asked for meanwhile, or they did not come. */
  jump: (from: RowsFrom) => Promise<readonly ObjectItem[] | null>
  loadBefore: () => void
  parts: LargeParts
}
