import type { Copying } from '../../../domain/copy-target.ts'
import type { ObjectItem, OnExisting } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { undoButton } from '../../jobs/undo-toast.ts'
import { queryClient } from '../../session/query-client.ts'
import { showToast } from '../../shell/toast.ts'

export type CopyAct = 'copy' | 'move'

/** Files and folders of one bucket. */
export type CopiedPart = { bucket: string; items: readonly Pick<ObjectItem, 'key' | 'name'>[] }

/** Copies or moves files and folders: a single file directly, anything else by a job. */
export function sendCopy(act: CopyAct, body: Copying & { existing: OnExisting }) {
  return result(act === 'move' ? api.PUT('/objects/move', { body }) : api.PUT('/objects/copy', { body }))
}

/** Shows what a copy or move has done, or begun. */
export function copySent(
  userId: string,
  act: CopyAct,
  { key, job, undo }: { key: string | null; job: { id: string } | null; undo?: string },
): void {
  if (job) {
    followJob(userId, job.id)
    return
  }
  void queryClient.invalidateQueries()
  if (key === null) showToast('files.copySkipped', { severity: 'info' })
  else showToast(act === 'move' ? 'files.moved' : 'files.copied', { about: key, ...undoButton(userId, undo) })
}
