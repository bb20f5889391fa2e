import type { Confirmation } from '../../../machines/confirm-identity/machine.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { followJob } from '../../jobs/followed-jobs.ts'

/** What else is deleted with the bucket; `bypass`: also versions locked in governance mode. */
export type DeletedContents = { user: string; bypass: boolean }

/**
 * Deletes a bucket, confirmed by `pin`: the pin, or the six digits of the authenticator app. The user has ticked the
 * box.
 * `contents`: a job of the user deletes it with all its contents, and is followed; else the bucket must be empty.
 */
export async function deleteBucket(
  bucket: string,
  pin: string,
  contents: DeletedContents | null,
): Promise<Confirmation['output']> {
  const more = contents && { contents: true, bypass_governance: contents.bypass }
  const outcome = await result(api.DELETE('/bucket', { body: { bucket, pin, confirm: true, ...more } }))
  if (outcome.ok) {
    if (contents && outcome.data) followJob(contents.user, outcome.data.id)
    return { ok: true }
  }
  if (contents && outcome.code === 'JOB_RUNNING' && (await followRunning(contents.user, bucket)))
    return { ok: true }
  return outcome
}

/** A deletion of the bucket is already running: that job is shown. */
async function followRunning(user: string, bucket: string): Promise<boolean> {
  const outcome = await result(api.GET('/jobs'))
  const job =
    outcome.ok &&
    outcome.data.jobs.find(
      each => each.kind === 'delete-bucket' && each.bucket === bucket && each.ended_at === null,
    )
  if (job) followJob(user, job.id)
  return Boolean(job)
}
