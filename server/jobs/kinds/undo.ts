import type { OperationId } from '../../../domain/permissions.ts'
import type { UndoAct } from '../../store/undo.ts'
import type { RetriableKind } from '../kind.ts'
import { discardParts } from './copy-parts.ts'
import type { CopyCursor } from './copy-sources.ts'
import { undoCopies } from './undo-copies.ts'
import { undoDeletions } from './undo-deletions.ts'
import { undoMoves } from './undo-moves.ts'

/**
 * `of`: the journalled act. `bucket` and `target_bucket`: those of the act. `keys`: none; what each entry names is checked
 * when it is undone.
 */
export type UndoInput = {
  of: string
  act: UndoAct
  bucket: string
  target_bucket?: string
  target_folder: ''
  keys: []
  entries: number
}

/** Undoing an act takes the rights of a new act of its kind. */
export const undoNeeds = {
  move: 'moveObjects',
  copy: 'copyObjects',
  delete: 'restoreDeletedObjects',
} as const satisfies Record<UndoAct, OperationId>

const steps = { move: undoMoves, copy: undoCopies, delete: undoDeletions }

/** Where reading the journal begins, and goes on; moves also go through the phases of a copy. */
const first: CopyCursor = { phase: 'plan', place: { source: 0, after: null } }

/** Undoes what a journalled act did, wherever that is still unchanged; what was changed since fails with its reason. */
export const undo: RetriableKind<UndoInput, CopyCursor> = {
  needs: 'undoAct',
  needsFor: ({ act }) => undoNeeds[act],
  first,
  step: (context, input, cursor) => steps[input.act](context, input, cursor),
  async discard(context, { bucket }, cursor) {
    if (cursor.phase === 'parts') await discardParts(context, { target_bucket: bucket }, cursor.begun)
  },
  // What was undone is no longer in the journal.
  retry: ({ input, cursor, done }) => ({ input, cursor: done ? first : (cursor ?? first) }),
}
