import { unaccented } from '../../domain/folded.ts'
import { bucketTexts } from '../../languages/screen-texts.ts'
import type { Found } from '../../machines/finder/types.ts'
import type { Job } from '../../openapi/schema.ts'
import { addMessages, language } from '../i18n/text.ts'
import { jobTitle } from '../jobs/job-title.ts'
import { line } from './lines.ts'

/** The jobs whose kind, bucket, folders or names have every word, the newest first. */
export async function findJobs(jobs: readonly Job[], words: readonly string[]): Promise<Found[]> {
  if (jobs.length === 0) return []
  await addMessages(bucketTexts)
  const { text } = language()
  return jobs.flatMap(job => {
    const name = jobTitle(text, job)
    const places = [job.source, job.target && `${job.target.bucket}/${job.target.key}`]
    const whole = unaccented(
      [name, text(`jobs.${job.kind}.title`), job.bucket, job.user, ...places].join(' '),
    )
    return words.every(word => whole.includes(word))
      ? [line('job', jobLineId(job), name, { detail: job.bucket })]
      : []
  })
}

const prefix = 'job '

const jobLineId = ({ id }: Job) => prefix + id

/** The id of the job that a line is about; null for other lines. */
export function jobOf({ kind, id }: Pick<Found, 'kind' | 'id'>): string | null {
  return kind === 'job' ? id.slice(prefix.length) : null
}
