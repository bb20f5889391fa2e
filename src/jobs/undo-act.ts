import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { showFailure } from '../shell/show-failure.ts'
import { showToast, toastEvents } from '../shell/toast.ts'
import { followJob } from './followed-jobs.ts'
import { dropUndoable, noteUndoable } from './undoable.ts'

/** Undoes an act by a job, which is then followed. A message that offers it is closed. */
export async function undoAct(user: string, id: string): Promise<void> {
  // A second press must not undo it twice.
  dropUndoable(id)
  toastEvents.dismiss()
  const outcome = await result(api.POST('/objects/undo', { body: { id } }))
  if (outcome.ok) return followJob(user, outcome.data.id)
  if (outcome.code === 'NOT_FOUND') return showToast('files.undoGone', { severity: 'info' })
  noteUndoable(user, id)
  showFailure(outcome)
}
