import { recordEarlierDownloads } from '../audit/guest-downloads.ts'
import { deviceLife } from '../auth/device.ts'
import { sessionLife } from '../auth/tokens.ts'
import type { Background, Worker } from '../background/runner.ts'
import { pruneAlerts } from '../store/alerts.ts'
import { pruneAttempts } from '../store/attempts.ts'
import { pruneAudit } from '../store/audit.ts'
import { pruneBegunRequests } from '../store/begun-requests.ts'
import { pruneChallenges } from '../store/challenges.ts'
import { pruneTickets } from '../store/confirmation-tickets.ts'
import { pruneDeliveries } from '../store/delivery-log.ts'
import { pruneDevices } from '../store/devices.ts'
import { pruneDownloads } from '../store/downloads.ts'
import { pruneEmailChanges } from '../store/email-changes.ts'
import { pruneJobs } from '../store/jobs.ts'
import type { Database } from '../store/open.ts'
import { prunePasskeyChallenges } from '../store/passkeys.ts'
import { pruneResets } from '../store/resets.ts'
import { pruneSessions } from '../store/sessions.ts'
import { pruneShareDownloads } from '../store/share-downloads.ts'
import { pruneShares } from '../store/shares.ts'
import { pruneSso } from '../store/sso.ts'
import { pruneGrants } from '../store/sso-grants.ts'
import { prunePending } from '../store/two-step.ts'
import { pruneUndo } from '../store/undo.ts'

/** Seconds that a job is kept after its end. */
const jobLife = 30 * 86_400

/** Seconds that a share is kept after it has expired. */
const shareLife = 30 * 86_400

/** Seconds in which an act can be undone. */
const undoLife = 86_400

/** Seconds that the history of alerts is kept. */
const alertLife = 400 * 86_400

/**
 * Prunes expired sessions, counters, challenges, codes and downloads, and old jobs, deliveries, alerts and audit
 * records, hourly; and records downloads by guests that the audit log does not have yet.
 * `seconds`: the time, unix. `auditDays`: 0: forever.
 */
export function addPruning(
  background: Background,
  db: Database,
  { seconds, auditDays }: { seconds: () => number; auditDays: number },
): Worker {
  return background.add({
    name: 'pruning',
    problem: 'Pruning failed.',
    every: () => 3_600_000,
    retry: 60_000,
    async run({ stopping }) {
      await pruneSessions(db, seconds(), sessionLife)
      await pruneAttempts(db, seconds())
      await pruneChallenges(db, seconds())
      await pruneSso(db, seconds())
      await pruneGrants(db, seconds())
      await pruneResets(db, seconds())
      await pruneEmailChanges(db, seconds())
      await prunePending(db, seconds())
      await prunePasskeyChallenges(db, seconds())
      await pruneTickets(db, seconds())
      await pruneDevices(db, seconds() - deviceLife)
      await pruneDownloads(db, seconds())
      await recordEarlierDownloads(db, seconds() * 1000, stopping)
      await pruneShareDownloads(db, seconds())
      await pruneShares(db, seconds() - shareLife)
      await pruneBegunRequests(db, seconds())
      await pruneJobs(db, seconds() - jobLife)
      await pruneUndo(db, seconds() - undoLife)
      await pruneAlerts(db, seconds() - alertLife)
      while (!stopping.aborted && (await pruneDeliveries(db, seconds())));
      const until = seconds() - auditDays * 86_400
      while (auditDays > 0 && !stopping.aborted && (await pruneAudit(db, until)));
      return undefined
    },
  })
}
