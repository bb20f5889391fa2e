import { createActor } from 'xstate'
import { mayCall, type OperationId } from '../../../domain/permissions.ts'
import { actor } from '../../../machines/actor.ts'
import { addFilesMachine } from '../../../machines/add-files/machine.ts'
import type { LookUpNames, Measure, ReadNames } from '../../../machines/add-files/types.ts'
import { selectUser } from '../../../machines/session/selectors.ts'
import { selectNamesUnderWay } from '../../../machines/upload-queue/selectors.ts'
import type { DuplicateChoice, SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/folder-address.ts'
import { onForget, session } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { topNames } from '../../uploads/picking/selection.ts'
import { uploadEvents, uploadsNow } from '../../uploads/queue/uploads.ts'
import { listedNames } from '../list/use-listing.ts'
import { existingNames } from './existing-names.ts'
import { measure } from './measure.ts'

export const addFilesFlow = createActor(
  addFilesMachine.provide({
    actors: {
      readNames: actor(({ items }: ReadNames['input']) => topNames(items)),
      lookUpNames: actor(lookUpNames),
      measure: actor(async (input: Measure['input'], signal) =>
        mayCallNow('getQuotaUser') ? measure(input, signal) : null,
      ),
    },
    actions: {
      'add to uploads': (_, { selection }) => uploadEvents.add(selection),
      'report nothing chosen': () => showToast('files.nothingDropped', { severity: 'warning' }),
      'report unreadable selection'(_, { error }) {
        console.error('What was chosen could not be read', error)
        showToast('uploads.unreadableSelection', { severity: 'error' })
      },
    },
  }),
).start()

onForget(() => addFilesFlow.send({ type: 'forget' }))

function mayCallNow(operation: OperationId): boolean {
  return mayCall(selectUser(session.getSnapshot()), operation)
}

async function lookUpNames(
  { names, ...place }: LookUpNames['input'],
  signal: AbortSignal,
): Promise<LookUpNames['output']> {
  if (!mayCallNow('paginateObjects')) return { ok: false, code: 'PERMISSION_DENIED' }
  const listed = listedNames(place)
  const found = listed ? { ok: true as const, taken: listed } : await existingNames(place, names, signal)
  if (!found.ok) return found
  return { ok: true, taken: new Set([...found.taken, ...selectNamesUnderWay(uploadsNow(), place)]) }
}

export const addFilesEvents = {
  add: ({ bucket, prefix }: Place, items: readonly SelectedItem[]) =>
    addFilesFlow.send({ type: 'add files', bucket, prefix, items }),
  choose: (choice: DuplicateChoice) => addFilesFlow.send({ type: 'choose', choice }),
  uploadAnyway: () => addFilesFlow.send({ type: 'upload anyway' }),
  uploadWhatFits: () => addFilesFlow.send({ type: 'upload what fits' }),
  retry: () => addFilesFlow.send({ type: 'retry' }),
  cancel: () => addFilesFlow.send({ type: 'cancel' }),
}
