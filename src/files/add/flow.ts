import { createActor } from 'xstate'
import { mayCall, type OperationId } from '../../../domain/permissions.ts'
import { actor } from '../../../machines/actor.ts'
import { addFilesMachine } from '../../../machines/add-files/machine.ts'
import type { LookUpNames, Measure, NameChoice, ReadNames } from '../../../machines/add-files/types.ts'
import { selectUser } from '../../../machines/session/machine.ts'
import { selectNamesUnderWay } from '../../../machines/upload-queue/selectors.ts'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/addresses.ts'
import { onForget, session } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { topNames } from '../../uploads/picking/selection.ts'
import { continueRecognised } from '../../uploads/queue/continue-recognised.ts'
import { uploadEvents, uploadsNow } from '../../uploads/queue/uploads.ts'
import { lackingIn, recognise } from '../../uploads/store/choose-again.ts'
import { listedNames } from '../list/use-listing.ts'
import { existingNames } from './existing-names.ts'
import { measure } from './measure.ts'

export { namedPictures } from './named-pictures.ts'

export const addFilesFlow = createActor(
  addFilesMachine.provide({
    actors: {
      readNames: actor(readNames),
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

async function readNames({ bucket, prefix, items }: ReadNames['input']): Promise<ReadNames['output']> {
  const { rows, unread } = lackingIn(uploadsNow().context)
  const isHere = (other: { bucket: string; key: string }) =>
    other.bucket === bucket && other.key.startsWith(prefix)
  const lacking = {
    rows: rows.filter(isHere),
    unread: unread.filter(({ selection }) => selection.bucket === bucket && selection.prefix === prefix),
  }
  if (lacking.rows.length + lacking.unread.length === 0) return topNames(items)
  const found = await recognise(items, lacking, { byName: false })
  if (!continueRecognised(found)) return topNames(items)
  return { ...(await topNames(found.rest)), left: found.rest }
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
  choose: (choice: NameChoice) => addFilesFlow.send({ type: 'choose', choice }),
  uploadAnyway: () => addFilesFlow.send({ type: 'upload anyway' }),
  uploadWhatFits: () => addFilesFlow.send({ type: 'upload what fits' }),
  retry: () => addFilesFlow.send({ type: 'retry' }),
  cancel: () => addFilesFlow.send({ type: 'cancel' }),
}
