import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from './store.ts'
import { verify } from './verify.ts'

export type ScrubOptions = {
  /** Maximum average of bytes read per second. */
  bytesPerSecond?: number
  /** ms from the start of one pass to the next. */
  every?: number
}

const MiB = 1024 * 1024
const WEEK = 7 * 24 * 3600_000
const HOUR = 3600_000
/** Contents after which the position is stored. */
const NOTED = 100

/**
 * Slowly verifies all stored bytes against their checksums, one pass a week; after a restart it continues where it
 * stopped. Damage is passed to `log`. `measures`: when the last pass began, unix seconds, and the damaged bodies since the start.
 */
export const startScrub = (
  store: Store,
  log: (message: string, error: unknown) => void,
  { bytesPerSecond = 4 * MiB, every = WEEK }: ScrubOptions = {},
): { stop(): Promise<void>; measures(): { began: number; damaged: number } } => {
  let damaged = 0
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const state = (): { began: number; place: number } =>
    store.db.get<{ began: number; place: number }>(
      'SELECT scrub_began AS began, scrub_place AS place FROM progress',
    ) ?? { began: 0, place: 0 }
  const note = (began: number, place: number): Promise<unknown> =>
    store.commits.run(() =>
      store.db.run('UPDATE progress SET scrub_began = ?, scrub_place = ?', began, place),
    )
  const pass = async (): Promise<void> => {
    let { began, place } = state()
    if (place === 0) {
      if (began > 0) await wait(began + every - Date.now())
      if (signal.aborted) return
      began = Date.now()
    }
    let since = 0
    const checked = await verify(store, {
      from: place,
      signal,
      say: finding => {
        damaged += 1
        log(`The check of the stored bytes found damage. ${finding}`, undefined)
      },
      after: async (content, bytes) => {
        since += 1
        if (since % NOTED === 0) await note(began, content)
        // A body in the index has a cost as well.
        await wait(Math.ceil((1000 * (bytes + 4096)) / bytesPerSecond))
      },
    })
    if (!signal.aborted) await note(began, 0)
    if (checked.damaged > 0)
      log(`The check of the stored bytes found ${checked.damaged} damaged bodies.`, undefined)
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await pass()
      } catch (error) {
        if (!signal.aborted) log('The check of the stored bytes failed.', error)
        await wait(HOUR)
      }
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
    measures: () => ({ began: state().began / 1000, damaged }),
  }
}
