import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { selectConnected, selectFailure, selectJob } from '../../machines/bulk-job/selectors.ts'
import { runningJob } from './bulk-job.flow.ts'
import { type Play, type Sight, t } from './support/play.ts'

type Snapshot = SnapshotFrom<typeof bulkJobMachine>
type State = 'ready' | 'busy' | null

const { bucket } = runningJob

/** What the card says of the job, and why the last call failed. */
function card(snapshot: Snapshot): Sight {
  const { state, failed } = selectJob(snapshot)
  const end = state === 'done' ? (failed > 0 ? 'stayed' : 'done') : 'live'
  const failure = selectFailure(snapshot)
  const values = { bucket, name: bucket, several: 'yes' }
  return {
    statuses: expect.arrayContaining([t(`jobs.delete-objects.${end}`, values)]),
    alerts: failure ? [expect.stringContaining(t(`error.${failure.code}`))] : [],
  }
}

const live =
  (cancel: State) =>
  (snapshot: Snapshot): Sight => ({
    ...card(snapshot),
    buttons: { [t('common.cancel')]: cancel, [t('common.retry')]: null },
    says: {
      [t('jobs.lost')]: !selectConnected(snapshot),
      [t('jobs.cancelling')]: selectJob(snapshot).cancelling,
    },
  })

const ended =
  (buttonsIf: (failed: boolean) => Partial<Record<'why' | 'hideWhy' | 'retry', State>>) =>
  (snapshot: Snapshot): Sight => {
    const { done, failed } = selectJob(snapshot)
    const { why = null, hideWhy = null, retry = null } = buttonsIf(failed > 0)
    return {
      ...card(snapshot),
      buttons: { [t('jobs.why')]: why, [t('jobs.hideWhy')]: hideWhy, [t('common.retry')]: retry },
      says: { [t('jobs.result', { done, failed, skipped: 0, act: 'delete' })]: true },
    }
  }

export const bulkJobPlay: Play<typeof bulkJobMachine> = {
  acts: {
    cancel: ({ press }) => press(t('common.cancel')),
    'show failures': ({ press }) => press(t('jobs.why')),
    'hide failures': ({ press }) => press(t('jobs.hideWhy')),
    retry: ({ press }) => press(t('common.retry')),
    dismiss: ({ press }) => press(t('jobs.close', { bucket })),
  },
  states: {
    'live.running': live('ready'),
    'live.requestingCancel': live('busy'),
    'live.cancelling': live('busy'),
    'ended.summary': ended(failed => (failed ? { why: 'ready', retry: 'ready' } : {})),
    'ended.loading': ended(() => ({ why: 'busy' })),
    'ended.failures': ended(() => ({ hideWhy: 'ready', retry: 'ready' })),
    'ended.retrying': ended(() => ({ retry: 'busy' })),
    dismissed: () => ({ buttons: { [t('jobs.close', { bucket })]: null } }),
  },
}
