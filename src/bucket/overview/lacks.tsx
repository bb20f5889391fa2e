import type { BucketOverview } from '../../../openapi/schema.ts'
import { Lines } from '../../buckets/public-facts.tsx'
import { useText } from '../../i18n/text.ts'
import { Section } from '../../ui/section.tsx'

/** What this storage lacks, so that the console does not offer it, and why. */
export function Lacks({ lacks, unread }: Pick<BucketOverview, 'lacks' | 'unread'>) {
  const t = useText()
  const absent = unread.filter(({ why }) => why === 'absent')
  if (lacks.length + absent.length === 0) return null
  return (
    <Section title={t('bucket.overview.lacks')}>
      <Lines color="fg.muted" textStyle="small">
        {absent.map(({ part }) => (
          <li key={part}>{t(`bucket.overview.absent.${part}`)}</li>
        ))}
        {lacks.map(id => (
          <li key={id}>{t(`bucket.overview.lack.${id}`)}</li>
        ))}
      </Lines>
    </Section>
  )
}
