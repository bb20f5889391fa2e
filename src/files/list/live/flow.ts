import { createActor, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import type { FolderChanges } from '../../../../domain/folder-changes.ts'
import { actor } from '../../../../machines/actor.ts'
import { followFolderMachine } from '../../../../machines/follow-folder/machine.ts'
import { selectAnnounced, selectWaiting } from '../../../../machines/follow-folder/selectors.ts'
import type {
  ChangesFollowed,
  FirstPageRead,
  FollowFolderReport,
  UploadsLook,
  Waiting,
} from '../../../../machines/follow-folder/types.ts'
import { followEvents } from '../../../api/event-stream.ts'
import { ApiError } from '../../../api/result.ts'
import type { Place } from '../../../buckets/addresses.ts'
import { uploadsTakeConnections } from '../../../uploads/transfer/http1.ts'
import { pagesOf, readPage } from '../use-listing.ts'
import { newsOf } from './news.ts'
import { type FolderView, type WaitingChanges, waitingChanges } from './waiting-changes.ts'

const watchPage = fromCallback<EventObject, NonReducibleUnknown, FollowFolderReport>(({ sendBack }) => {
  const report = () => sendBack({ type: document.hidden ? 'page hidden' : 'page shown' })
  report()
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
})

/** Takes in what the server reports. Changes that it cannot name are those of rows beyond the first page, if there are any. */
const followChanges = (place: Place, { sortNow }: FolderView, changes: WaitingChanges) =>
  fromCallback<EventObject, ChangesFollowed['input'], FollowFolderReport>(({ input: { asOf }, sendBack }) => {
    const age = String(Math.ceil(performance.now() - (asOf ?? 0)))
    return followEvents<FolderChanges>(`/objects/watch?${new URLSearchParams({ ...place, age })}`, {
      received(received) {
        sendBack({ type: 'changes received' })
        changes.receive(newsOf(received))
        if (!received.many) return
        const sort = sortNow()
        if (sort?.rows || pagesOf(place, sort).length > 1) changes.receiveMany()
        else sendBack({ type: 'too many changed' })
      },
      lost: () => sendBack({ type: 'stream lost' }),
    })
  })

/** Compares the rows with a new first page, and takes in what is not the same. */
const readFirstPage = (place: Place, { sortNow }: FolderView, changes: WaitingChanges) =>
  actor<FirstPageRead['output'], unknown>(async (_, signal) => {
    const sort = sortNow()
    const before = pagesOf(place, sort)
    try {
      const page = await readPage(place, '', sort, null, signal)
      if (!signal.aborted) changes.receivePage(before, page, sort)
      return { ok: true, asOf: page.readAt, live: page.live === true }
    } catch (error) {
      if (error instanceof ApiError) return error.failure
      throw error
    }
  })

type Options = FolderView & {
  /** `waiting`: how many changes the line counts, 0: no line. `announced`: how many when it came. */
  onWaiting: (waiting: Waiting, announced: Waiting) => void
}

/** Keeps the loaded pages of a folder up to date, until it is stopped. */
export function followFolder(place: Place, { onWaiting, ...view }: Options) {
  const changes = waitingChanges(place, view, waiting => flow.send({ type: 'changes wait', waiting }))
  const { readAt: asOf = null, live = false } = pagesOf(place, view.sortNow())[0] ?? {}
  const flow = createActor(
    followFolderMachine.provide({
      actors: {
        watchPage,
        lookForUploads: actor<UploadsLook['output'], unknown>(uploadsTakeConnections),
        readFirstPage: readFirstPage(place, view, changes),
        followChanges: followChanges(place, view, changes),
      },
      actions: { settle: changes.settle, 'show changes': changes.show },
    }),
    { input: { asOf, live } },
  )
  flow.select(selectWaiting).subscribe(waiting => onWaiting(waiting, selectAnnounced(flow.getSnapshot())))
  flow.start()
  return {
    show: () => flow.send({ type: 'show' }),
    settle: () => flow.send({ type: 'rows changed' }),
    stop: () => void flow.stop(),
  }
}
