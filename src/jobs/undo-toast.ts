import type { ToastAction } from '../shell/toast.ts'
import { noteUndoable } from './undoable.ts'

/** The button of a toast that undoes what it reports, for Ctrl+Z too. `undo`: as the server answered; none: it cannot be undone. */
export function undoButton(
  user: string,
  undo: string | undefined,
): { action?: ToastAction; durationMs?: number } {
  if (undo === undefined) return {}
  noteUndoable(user, undo)
  const run = () => void import('./undo-act.ts').then(({ undoAct }) => undoAct(user, undo))
  // A button takes longer to reach than a message to read.
  return { action: { label: 'files.undo', run }, durationMs: 10_000 }
}
