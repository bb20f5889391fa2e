// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { formatBytes } from '../../domain/bytes.ts'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { selectConflicts } from '../../machines/add-files/selectors.ts'
import type { AddFilesEvent, Measure, ReadNames } from '../../machines/add-files/types.ts'
import AddFilesDialog from '../../src/files/add/add-files-dialog.tsx'
import { addFilesEvents } from '../../src/files/add/flow.ts'
import { owner } from '../machines/support/users.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { seenForm } from './support/seen-form.ts'
import { press, show, signInAs, signOutElsewhere, t, toast, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
const add = vi.hoisted(() => vi.fn())
vi.mock('../../src/uploads/queue/uploads.ts', () => ({ uploadEvents: { add } }))
/** Every other bucket keeps versions. */
let versioning = 'off'
vi.mock('../../src/buckets/use-versioning.ts', () => ({ useVersioning: () => versioning }))

type Snapshot = Parameters<NonNullable<NonNullable<typeof addFilesFlow.states>[string]>>[0]

/** `added`: selections that were given to the uploads. */
type Stage = { added: number }

const dialog = '[role=alertdialog]'
const folder = 'biển'
const sizes = t('files.checkingSizes')
const names = t('files.checkingNames', { name: folder })
const checked = () => [names, sizes].filter(text => screen.queryByText(text))

const look = (see: (snapshot: Snapshot) => void) => (stage: Stage, snapshot: Snapshot) => {
  expect(add.mock.calls.length).toBe(stage.added)
  see(snapshot)
}

const checking = (text: string) => look(() => expect([checked(), seenForm(dialog)]).toEqual([[text], null]))

/** The dialog is about the folder, says this, and offers these ways on besides leaving. */
function asks(title: string, texts: string[], ways: string[]): void {
  const seen = seenForm(dialog)
  expect([seen?.title, checked()]).toEqual([title, []])
  const text = document.querySelector(dialog)?.textContent
  for (const part of [t('files.inFolder', { name: folder }), ...texts]) expect(text).toContain(part)
  const others = Object.keys(seen!.buttons).filter(
    name => name !== t('common.cancel') && name !== t('common.close'),
  )
  expect(others).toEqual(ways)
}

const labels = { replace: 'files.replace', 'keep-both': 'files.keepBoth', skip: 'files.skip' } as const

await describeFlowInView('add-files', addFilesMachine, addFilesFlow, {
  async open(): Promise<Stage> {
    await signInAs(owner)
    add.mockClear()
    versioning = versioning === 'off' ? 'enabled' : 'off'
    show(<AddFilesDialog />)
    return { added: 0 }
  },
  events: {
    // Files can be dropped at any time.
    'add files': () => addFilesEvents.add({ bucket: 'anh', prefix: `${folder}/` }, []),
    'readNames: done'(_, event) {
      end(event)
      if ((event.output as ReadNames['output']).names.length > 0) return
      return until(() => expect(toast()).toContain(t('files.nothingDropped')))
    },
    choose(_, event) {
      const { choice } = event as AddFilesEvent & { type: 'choose' }
      press(t(labels[choice]))
    },
    'upload anyway': () => press(t('files.uploadAnyway')),
    'measure: done'(stage, event) {
      const fit = event.output as Measure['output']
      // Also where all are skipped: the uploads leave them out.
      if (!fit || fit.others.length === 0) stage.added++
      end(event)
    },
    'measure: unexpected'(stage, event) {
      stage.added++
      end(event)
    },
    'upload what fits'(stage) {
      stage.added++
      press(t('files.uploadWhatFits'))
    },
    retry: () => press(t('common.retry')),
    cancel() {
      const [cross] = screen.queryAllByRole('button', { name: t('common.close') })
      if (screen.queryByText(t('common.cancel'))) press(t('common.cancel'))
      else fireEvent.click(cross!)
    },
    async forget() {
      signOutElsewhere()
      await signInAs(owner)
    },
  },
  states: {
    idle: look(() => expect([checked(), seenForm(dialog)]).toEqual([[], null])),
    reading: checking(names),
    lookingUp: checking(names),
    measuring: checking(sizes),
    asking: look(snapshot => {
      const [conflict] = selectConflicts(snapshot)
      const title = conflict ? 'files.conflictTitle' : 'files.duplicatesTitle'
      const { duplicates } = snapshot.context
      asks(
        t(title, { count: 1, name: 'a.txt' }),
        [
          ...(conflict ? [t(versioning === 'off' ? 'files.conflictFiles' : 'files.conflictFilesKept')] : []),
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
    exceeding: look(({ context }) => {
      const { fitting, others, free, underWay } = context.fit!
      const count = fitting.length + others.length
      const needed = formatBytes(count * 1025)
      asks(
        t('error.NOT_ENOUGH_STORAGE'),
        [
          t('files.tooLittleSpace', { count, needed, free: formatBytes(free) }),
          ...(underWay > 0 ? [t('files.spaceUnderWay', { size: formatBytes(underWay) })] : []),
          ...(fitting.length > 0
            ? [t('files.someFit', { count, fitting: 1, others: 1 }), 'a (1).txt']
            : [t('files.noneFits', { count })]),
        ],
        fitting.length > 0 ? [t('files.uploadWhatFits')] : [],
      )
    }),
  },
})
