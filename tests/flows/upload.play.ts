import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { formatBytes } from '../../domain/bytes.ts'
import type { uploadMachine } from '../../machines/upload/machine.ts'
import { needsFileAgain } from '../../machines/upload/retry.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { reasonMessage } from '../../src/uploads/panel/reason-message.ts'
import { type Person, type Play, type Sight, t } from './support/play.ts'

export const fileName = 'múa lân.mp4'

type Snapshot = SnapshotFrom<typeof uploadMachine>
/** The size of the file, in bytes. */
type Scene = { size: number }
type Told = { snapshot: Snapshot; size: string }

/** The row says so, and offers just this. */
const row =
  (text: (about: Told) => string | RegExp, ...buttons: MessageId[]) =>
  (snapshot: Snapshot, { size }: Scene): Sight => {
    const said = text({ snapshot, size: formatBytes(size, 'en') })
    const status = typeof said === 'string' ? said : expect.stringMatching(said)
    return { rows: [{ name: fileName, status, buttons: buttons.map(id => t(id, { name: fileName })) }] }
  }

const bytes = '[\\d.]+ (Bytes|[KM]B)'
const ofSize =
  (before: string) =>
  ({ size }: Told) =>
    new RegExp(`^${before}${bytes} of ${size}$`)
const reasonText =
  (reason: 'RETRYING' | 'OFFLINE' | 'STORAGE_UNAVAILABLE') =>
  ({ size }: Told) =>
    new RegExp(`^${t(`uploads.reason.${reason}`, { sent: '#', size }).replace('#', bytes)}$`)
const pausing = row(ofSize('Pausing, '), 'uploads.pause', 'uploads.continue', 'uploads.cancel')
const paused = row(ofSize('Paused, '), 'uploads.continue', 'uploads.cancel')
const cancelled = row(() => t('uploads.status.cancelled'), 'uploads.remove')
const waits = (reason: 'RETRYING' | 'OFFLINE') => row(reasonText(reason), 'uploads.pause', 'uploads.cancel')
const sends = row(ofSize(''), 'uploads.pause', 'uploads.cancel')
const uploading: typeof sends = (snapshot, scene) =>
  (snapshot.context.attempts > 0 ? waits('RETRYING') : sends)(snapshot, scene)

function failed(snapshot: Snapshot, scene: Scene): Sight {
  const { failure } = snapshot.context
  const reason = failure === 'URL_REFUSED' ? 'ACCESS_DENIED' : failure!
  const says = ({ size }: Told) => t(reasonMessage(reason), { sent: '0 Bytes', size })
  if (needsFileAgain(reason)) return row(says, 'uploads.continue', 'uploads.cancel')(snapshot, scene)
  const forGood = reason === 'FILE_TOO_LARGE' || reason === 'FILE_CHANGED'
  const buttons: MessageId[] = forGood ? ['uploads.remove'] : ['uploads.retry', 'uploads.remove']
  return row(says, ...buttons)(snapshot, scene)
}

const press = (id: MessageId) => (person: Person) => person.press(t(id, { name: fileName }))

export const uploadPlay: Play<typeof uploadMachine, Scene> = {
  acts: {
    pause: press('uploads.pause'),
    continue: press('uploads.continue'),
    cancel: press('uploads.cancel'),
  },
  states: {
    'working.opening': uploading,
    'working.starting.wanted': uploading,
    'working.starting.pausing': paused,
    'working.starting.givingUp': cancelled,
    'working.listing': uploading,
    'working.sending.wanted': uploading,
    'working.sending.pausing': pausing,
    'working.sending.continuing': uploading,
    'working.completing.wanted': uploading,
    'working.completing.pausing': paused,
    'working.completing.givingUp': cancelled,
    'waiting.toRetry': waits('RETRYING'),
    'waiting.offline': waits('OFFLINE'),
    'paused.byUser': paused,
    'paused.byStorage': row(
      reasonText('STORAGE_UNAVAILABLE'),
      'uploads.pause',
      'uploads.continue',
      'uploads.cancel',
    ),
    'cancelling.aborting': cancelled,
    'cancelling.waiting': cancelled,
    completed: row(({ size }) => t('uploads.status.completed', { size })),
    cancelled,
    failed,
  },
}
