import { traitsOf } from '../../domain/jobs.ts'
import { nameOf } from '../../domain/object-key.ts'
import type { Job } from '../../openapi/schema.ts'
import type { Text } from '../i18n/text.ts'

/** What a job does, or has done. */
export function jobTitle(t: Text, job: Job): string {
  const { kind, bucket, source, sources, target, state, failed } = job
  const to = traitsOf(kind).target === 'name' ? nameOf(target?.key ?? '') : `${target?.bucket}/${target?.key}`
  const first = nameOf(source ?? '')
  const folder = (source ?? '').slice(0, -first.length || undefined)
  const about = {
    bucket,
    name: sources === 1 ? first : bucket,
    several: sources === 1 ? 'no' : 'yes',
    what: t('jobs.what', { several: source === null ? 'yes' : 'no', name: first, others: sources - 1 }),
    from: folder === '' ? bucket : `${bucket}/${folder}`,
    target: to,
    acl: job.acl ?? 'other',
  }
  if (state === 'cancelled' || state === 'failed') return t(`jobs.${kind}.${state}`, about)
  if (state === 'done') return t(`jobs.${kind}.${failed > 0 ? 'stayed' : 'done'}`, about)
  return t(`jobs.${kind}.live`, about)
}
