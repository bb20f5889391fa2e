// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { selectConflicts } from '../../machines/add-files/selectors.ts'
import type { AddFilesEvent, LookUpNames, ReadNames } from '../../machines/add-files/types.ts'
import AddFilesDialog from '../../src/objects/add-files/add-files-dialog.tsx'
import { addFilesEvents } from '../../src/objects/add-files/flow.ts'
import { owner } from '../machines/support/users.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import type { FlowEvent } from './support/paths.ts'
import { seenForm } from './support/seen-form.ts'
import { press, show, signInAs, signOutElsewhere, t, toast, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
const add = vi.hoisted(() => vi.fn())
vi.mock('../../src/uploads/queue/uploads.ts', () => ({ uploadEvents: { add } }))

type Snapshot = Parameters<NonNullable<NonNullable<typeof addFilesFlow.states>[string]>>[0]

/** `before`: the model before the next event; `added`: selections that were given to the uploads. */
type Stage = { before: Snapshot | null; added: number }

const dialog = '[role=alertdialog]'
const folder = 'biển'
const checkingText = () => screen.queryByText(t('files.checkingNames', { name: folder }))

const look = (see: (snapshot: Snapshot) => void) => (stage: Stage, snapshot: Snapshot) => {
  stage.before = snapshot
  expect(add.mock.calls.length).toBe(stage.added)
  see(snapshot)
}

const checking = look(() => expect([checkingText() !== null, seenForm(dialog)]).toEqual([true, null]))

/** The dialog is about the folder, says this, and offers these ways on besides leaving. */
function asks(title: string, texts: string[], ways: string[]): void {
  const seen = seenForm(dialog)
  expect([seen?.title, checkingText()]).toEqual([title, null])
  const text = document.querySelector(dialog)?.textContent
  for (const part of [t('files.inFolder', { name: folder }), ...texts]) expect(text).toContain(part)
  const others = Object.keys(seen!.buttons).filter(
    name => name !== t('common.cancel') && name !== t('common.close'),
  )
  expect(others).toEqual(ways)
}

const labels = { replace: 'files.replace', 'keep-both': 'files.keepBoth', skip: 'files.skip' } as const

/** Whoever agreed to upload to a bucket without seeing its names is not asked again. */
function refused(stage: Stage, event: FlowEvent): void {
  if (stage.before!.context.agreedBucket !== null) stage.added++
  end(event)
}

await describeFlowInView('add-files', addFilesMachine, addFilesFlow, {
  async open(): Promise<Stage> {
    await signInAs(owner)
    add.mockClear()
    show(<AddFilesDialog />)
    return { before: null, added: 0 }
  },
  events: {
    // Files can be dropped at any time.
    'add files': () => addFilesEvents.add({ bucket: 'anh', prefix: `${folder}/` }, []),
    'readNames: done'(_, event) {
      end(event)
      if ((event.output as ReadNames['output']).names.length > 0) return
      return until(() => expect(toast()).toContain(t('files.nothingDropped')))
    },
    'lookUpNames: ok'(stage, event) {
      const { taken } = event.output as LookUpNames['output'] & { ok: true }
      if (taken.size + stage.before!.context.duplicates.length === 0) stage.added++
      end(event)
    },
    'lookUpNames: PERMISSION_DENIED': refused,
    'lookUpNames: ACCESS_DENIED': refused,
    choose(stage, event) {
      const { choice } = event as AddFilesEvent & { type: 'choose' }
      // Also where all are skipped: the uploads leave them out.
      stage.added++
      press(t(labels[choice]))
    },
    'upload anyway'(stage) {
      stage.added++
      press(t('files.uploadAnyway'))
    },
    retry: () => press(t('common.retry')),
    cancel: () => press(t(screen.queryByText(t('common.cancel')) ? 'common.cancel' : 'common.close')),
    async forget() {
      signOutElsewhere()
      await signInAs(owner)
    },
  },
  states: {
    idle: look(() => expect([checkingText(), seenForm(dialog)]).toEqual([null, null])),
    reading: checking,
    lookingUp: checking,
    asking: look(snapshot => {
      const [conflict] = selectConflicts(snapshot)
      const title = conflict ? 'files.conflictTitle' : 'files.duplicatesTitle'
      const { duplicates } = snapshot.context
      asks(
        t(title, { count: 1, name: 'a.txt' }),
        [
          ...(conflict ? [t('files.conflictFiles')] : []),
          ...(duplicates.length > 0 ? [t('files.conflictDuplicates')] : []),
        ],
        [t('files.skip'), t('files.replace'), t('files.keepBoth')],
      )
    }),
    confirming: look(({ context: { failure } }) => {
      const why = failure?.code === 'TOO_MANY_NAMES' ? 'files.conflictTooMany' : 'files.conflictNotAllowed'
      asks(t('files.conflictUnknownTitle'), [t(why)], [t('files.uploadAnyway')])
    }),
    unavailable: look(({ context: { failure } }) => {
      const { code } = failure as { code: 'NETWORK' }
      asks(
        t('files.lookUpFailed'),
        [t(`error.${code}`), t('files.conflictNoAnswer')],
        [t('files.uploadAnyway'), t('common.retry')],
      )
    }),
  },
})
