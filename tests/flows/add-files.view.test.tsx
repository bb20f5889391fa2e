// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { formatBytes } from '../../domain/bytes.ts'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import type { Measure, ReadNames } from '../../machines/add-files/types.ts'
import AddFilesDialog from '../../src/files/add/add-files-dialog.tsx'
import { addFilesEvents } from '../../src/files/add/flow.ts'
import { owner } from '../machines/support/users.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { addFilesPlay } from './add-files.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { see } from './support/person-in-view.ts'
import { containing, t } from './support/play.ts'
import { press, show, signInAs, signOutElsewhere, toast, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
const add = vi.hoisted(() => vi.fn())
vi.mock('../../src/uploads/queue/uploads.ts', () => ({ uploadEvents: { add } }))
/** Every other bucket keeps versions. */
let versioning: 'off' | 'enabled' = 'off'
vi.mock('../../src/buckets/queries.ts', () => ({ useVersioning: () => versioning }))

type Snapshot = SnapshotFrom<typeof addFilesMachine>

const folder = 'biển'

/** Selections that were given to the uploads are `added`. */
const added = ({ added }: { added: number }) => expect(add.mock.calls.length).toBe(added)

await describeFlowInView('add-files', addFilesMachine, addFilesFlow, {
  play: addFilesPlay,
  async open() {
    await signInAs(owner)
    add.mockClear()
    versioning = versioning === 'off' ? 'enabled' : 'off'
    show(<AddFilesDialog />)
    return { added: 0, folder, file: 'a.txt', versioning }
  },
  events: {
    // Files can be dropped at any time.
    'add files': () => addFilesEvents.add({ bucket: 'anh', prefix: `${folder}/` }, []),
    'readNames: done'(_, event) {
      end(event)
      const { names, left } = event.output as ReadNames['output']
      if (names.length > 0 || left) return
      return until(() => expect(toast()).toContain(t('files.nothingDropped')))
    },
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
    'upload what fits'(stage, _, act) {
      stage.added++
      return act()
    },
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
    ...Object.fromEntries(Object.keys(addFilesPlay.states).map(state => [state, added])),
    exceeding(stage, { context }: Snapshot) {
      added(stage)
      const { fitting, others, free, underWay } = context.fit!
      const count = fitting.length + others.length
      const needed = formatBytes(count * 1025)
      const texts = [
        t('files.tooLittleSpace', { count, needed, free: formatBytes(free) }),
        ...(underWay > 0 ? [t('files.spaceUnderWay', { size: formatBytes(underWay) })] : []),
        ...(fitting.length > 0 ? ['a (1).txt'] : []),
      ]
      see({ dialog: { text: containing(...texts) } })
    },
  },
})
