import { holdLock } from '../../api/web-lock.ts'
import { forgetTab, lockOfQueue, onOtherTabs, otherTabs, uploadsOfOtherTabs } from '../other-tabs.ts'
import { queuesOf } from './database.ts'

/** A tab that reloads has this long, in ms, to take over its own rows. */
const reloadMs = 3000

type Options = {
  user: string
  /** The queue of this tab. */
  own: string
  /** Takes over the rows of a queue; no other tab does meanwhile. */
  restore: (queue: string) => Promise<void>
  signal: AbortSignal
}

/** Restores the queues of `user` whose tabs are closed, now and later. */
export async function takeOverQueues({ user, own, restore, signal }: Options): Promise<void> {
  const watched = new Set([own])

  async function watch(queue: string, atOnce: boolean): Promise<void> {
    if (watched.has(queue)) return
    watched.add(queue)
    const name = lockOfQueue(queue)
    let lock = atOnce ? await holdLock(name, { ifAvailable: true }) : null
    while (!lock) {
      const closed = await holdLock(name, { signal })
      closed?.release()
      forgetTab(queue)
      await new Promise(resolve => setTimeout(resolve, reloadMs))
      if (signal.aborted) return
      lock = await holdLock(name, { ifAvailable: true })
    }
    if (!signal.aborted) await restore(queue)
    lock.release()
  }

  const stored = await queuesOf(user)
  if (!navigator.locks) {
    const alive = (await uploadsOfOtherTabs()).map(({ queue }) => queue)
    for (const queue of stored) if (queue !== own && !alive.includes(queue)) await restore(queue)
    return
  }
  const ignoreAbort = (error: unknown) => {
    if (!signal.aborted) throw error
  }
  const watchOthers = () => {
    for (const other of otherTabs())
      if (other.user === user) void watch(other.queue, false).catch(ignoreAbort)
  }
  signal.addEventListener('abort', onOtherTabs(watchOthers), { once: true })
  void uploadsOfOtherTabs()
  await Promise.all(stored.map(queue => watch(queue, true).catch(ignoreAbort)))
}
