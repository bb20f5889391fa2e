import type { Delivery, DeliveryAttempt, DeliveryState } from '../../openapi/schema.ts'
import { type Text, useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'

const tones = { delivered: 'good', pending: 'plain', failed: 'danger' } as const satisfies Record<
  DeliveryState,
  string
>

export function DeliveryStateChip({ state }: Pick<Delivery, 'state'>) {
  const t = useText()
  return <Chip tone={tones[state]}>{t(`topics.state.${state}`)}</Chip>
}

/** The file that an event is about; nothing for a test. */
export function subjectOf({ bucket, key }: Pick<Delivery, 'bucket' | 'key'>): string {
  return [bucket, key].filter(Boolean).join('/')
}

/** S3's name of an event, as in its body. */
export const eventName = (event: string): string => event.replace(/^s3:/, '')

/** The result of an attempt: the status, or why there was none. */
export function outcomeOf(t: Text, { status, problem }: Pick<DeliveryAttempt, 'status' | 'problem'>): string {
  if (problem !== null && problem !== 'STATUS' && problem !== 'REDIRECTED')
    return t(`topics.problem.${problem}`)
  const said = status === null ? t('topics.mailed') : `HTTP ${status}`
  return problem === 'REDIRECTED' ? `${said}: ${t('topics.problem.REDIRECTED')}` : said
}
