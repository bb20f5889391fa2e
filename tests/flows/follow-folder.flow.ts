import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { followFolderMachine } from '../../machines/follow-folder/machine.ts'
import { selectAnnounced, selectWaiting } from '../../machines/follow-folder/selectors.ts'
import type { FollowFolderReport } from '../../machines/follow-folder/types.ts'

type Snapshot = SnapshotFrom<typeof followFolderMachine>

const running = ({ children }: Snapshot) => Object.keys(children).filter(name => name !== 'watchPage')
const fromStream =
  <T extends FollowFolderReport['type']>(type: T) =>
  ({ children }: Snapshot) =>
    'followChanges' in children ? [{ type }] : []
const calls =
  (...names: string[]) =>
  (snapshot: Snapshot) =>
    expect(running(snapshot)).toEqual(names)

/** What can happen while a folder is open. */
export const followFolderFlow: Flow<typeof followFolderMachine> = {
  starts: {
    'in a listed folder': { asOf: 10, live: true },
    'where the storage reports nothing': { asOf: 10, live: false },
  },
  events: {
    'page shown': snapshot => (snapshot.matches({ following: 'paused' }) ? [{ type: 'page shown' }] : []),
    'page hidden': [{ type: 'page hidden' }],
    'changes received': fromStream('changes received'),
    'too many changed': fromStream('too many changed'),
    'stream lost': fromStream('stream lost'),
    'changes wait': [
      { type: 'changes wait', waiting: 0 },
      { type: 'changes wait', waiting: 25 },
    ],
    'rows changed': [{ type: 'rows changed' }],
    show: snapshot => (snapshot.matches({ line: 'shown' }) ? [{ type: 'show' }] : []),
  },
  outcomes: {
    lookForUploads: { done: [false, true], unexpected: [new Error('no locks here')] },
    readFirstPage: {
      ok: [
        { ok: true, asOf: 20, live: true },
        { ok: true, asOf: 20, live: false },
      ],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      PERMISSION_DENIED: [{ ok: false, code: 'PERMISSION_DENIED' }],
      ACCESS_DENIED: [{ ok: false, code: 'ACCESS_DENIED' }],
      BUCKET_NOT_FOUND: [{ ok: false, code: 'BUCKET_NOT_FOUND' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
  },
  observe: snapshot => ({
    following: [snapshot.value, snapshot.context.due, Math.min(snapshot.context.failures, 2)],
    isLive: snapshot.context.asOf !== null && snapshot.context.live,
    line: [selectWaiting(snapshot), selectAnnounced(snapshot)],
  }),
  leads: {
    'page shown': 'following.looking',
    'page hidden': 'following.paused',
    'stream lost': 'following.waiting.retrying',
    'after between looks': ({ value }) =>
      JSON.stringify(value).includes('yielding')
        ? 'following.looking'
        : 'following.streaming.uploads.looking',
    'after between reads': 'following.looking',
    'lookForUploads: unexpected': snapshot =>
      snapshot.matches({ following: 'streaming' })
        ? 'following.streaming.uploads.waiting'
        : 'following.waiting.retrying',
    'after before a retry': 'following.looking',
    'after time for own uploads': 'line.counting',
  },
  states: {
    'following.paused': calls(),
    'following.looking': calls('lookForUploads'),
    'following.waiting.yielding': calls(),
    'following.reading': calls('readFirstPage'),
    'following.streaming': snapshot => {
      expect(running(snapshot)).toContain('followChanges')
      expect(snapshot.context.asOf).not.toBeNull()
    },
    'following.waiting.polling': calls(),
    'following.waiting.retrying': calls(),
    'following.waiting.refused': calls(),
    'line.none': snapshot => expect([selectWaiting(snapshot), selectAnnounced(snapshot)]).toEqual([0, 0]),
    'line.counting': snapshot => expect(selectWaiting(snapshot)).toBe(0),
    'line.gathering': snapshot => expect(selectWaiting(snapshot)).toBe(0),
    'line.shown': snapshot => expect([selectWaiting(snapshot), selectAnnounced(snapshot)]).not.toContain(0),
  },
}
