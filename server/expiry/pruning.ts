import { deviceLife } from '../auth/device.ts'
import { sessionLife } from '../auth/tokens.ts'
import type { Background, Worker } from '../background/runner.ts'
import { pruneAttempts } from '../store/attempts.ts'
import { pruneChallenges } from '../store/challenges.ts'
import { pruneDevices } from '../store/devices.ts'
import { pruneDownloads } from '../store/downloads.ts'
import { pruneJobs } from '../store/jobs.ts'
import type { Database } from '../store/open.ts'
import { pruneResets } from '../store/resets.ts'
import { pruneSessions } from '../store/sessions.ts'
import { prunePending } from '../store/two-step.ts'

/** Seconds that a job is kept after its end. */
const jobLife = 30 * 86_400

/** Prunes expired sessions, counters, challenges, codes and downloads, and old jobs, hourly. `seconds`: the time, unix. */
export function addPruning(background: Background, db: Database, seconds: () => number): Worker {
  return background.add({
    name: 'pruning',
    problem: 'Pruning failed.',
    every: () => 3_600_000,
    retry: 60_000,
    async run() {
      await pruneSessions(db, seconds(), sessionLife)
      await pruneAttempts(db, seconds())
      await pruneChallenges(db, seconds())
      await pruneResets(db, seconds())
      await prunePending(db, seconds())
      await pruneDevices(db, seconds() - deviceLife)
      await pruneDownloads(db, seconds())
      await pruneJobs(db, seconds() - jobLife)
      return undefined
    },
  })
}
