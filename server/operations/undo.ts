import { mayCall } from '../../domain/permissions.ts'
import { actorOf } from '../auth/role.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type UndoInput, undoNeeds } from '../jobs/kinds/undo.ts'
import { scopeOf, startJob } from '../jobs/user-jobs.ts'
import { isLiveJob } from '../store/jobs.ts'
import { findUndoAct, noteUndoneBy, readUndoEntries } from '../store/undo.ts'
import type { Services } from './services.ts'

export function undoOperations(services: Pick<Services, 'db' | 'access' | 'jobs'>) {
  const { db } = services
  return {
    /** Starts a job that undoes an act: the job itself reads its journal. */
    async undoAct({ body: { id }, session, by }) {
      const found = await findUndoAct(db, scopeOf(by.user), id)
      if (!found) throw new Problem('NOT_FOUND')
      if (await isLiveJob(db, id)) throw new Problem('JOB_RUNNING')
      const { act, bucket, targetBucket, entries } = found
      if (!mayCall(actorOf(session), undoNeeds[act])) throw new Problem('PERMISSION_DENIED')
      const [first] = (await readUndoEntries(db, id, null, 1)).entries
      const target = targetBucket === null ? null : { target_bucket: targetBucket }
      const input: UndoInput = { of: id, act, bucket, ...target, target_folder: '', keys: [], entries }
      const about = { source: first?.key ?? null, sources: entries, about: id }
      const job = await startJob(services, by, { kind: 'undo', bucket, input, ...about })
      await noteUndoneBy(db, id, job.id)
      return job
    },
  } satisfies Partial<Handlers>
}
