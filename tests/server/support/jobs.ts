import { expect } from 'vitest'
import type { Job, JobFailure } from '../../../openapi/schema.ts'
import { patience } from '../../support/patience.ts'
import type { Visitor } from './console.ts'

export async function readJob(visitor: Visitor, { id }: Pick<Job, 'id'>): Promise<Job> {
  return (await visitor.call('GET', `/jobs/${id}`)).body as Job
}

/** Patience for one sign of progress: a step may ask the storage for each of 1,000 objects. */
const timeout = 4 * patience

/** The job as it is once it has ended. */
export async function endOf(visitor: Visitor, job: Pick<Job, 'id'>): Promise<Job> {
  let seen = await readJob(visitor, job)
  while (seen.ended_at === null) {
    const before = seen
    const look = async () => {
      seen = await readJob(visitor, job)
      return seen
    }
    await expect.poll(look, { timeout }).not.toEqual(before)
  }
  return seen
}

export async function failuresOf(visitor: Visitor, { id }: Pick<Job, 'id'>): Promise<JobFailure[]> {
  const { body } = await visitor.call('GET', `/jobs/${id}/failures`)
  return (body as { failures: JobFailure[] }).failures
}

export const keysAndCodes = (failures: readonly JobFailure[]) =>
  failures.map(({ key, code }): [string, string] => [key, code])
