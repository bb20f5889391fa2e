import { fileBrand } from '../../domain/brand-file.ts'
import { GrowthChart } from '../buckets/page/overview/growth-chart.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { brand } from '../site/brand.ts'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { useGrowth, useSubjectName } from './use-dashboard.ts'

/** The size of the account by day, and when its quota will be full if the trend continues; nothing before the second day. */
export function GrowthSection() {
  const t = useText()
  const format = useFormats()
  const growth = useGrowth()
  const account = useSubjectName()
  if (growth.data && growth.data.samples.length < 2) return null
  return (
    <Section title={t('dashboard.growth')}>
      <Read of={growth} failed="dashboard.growthFailed">
        {({ samples, full_on }) => (
          <>
            {full_on !== null && (
              <p>{t('dashboard.fullOn', { day: format.date(Date.parse(`${full_on}T12:00`) / 1000) })}</p>
            )}
            <GrowthChart
              samples={samples}
              caption={t('dashboard.growthByDay')}
              image={{
                label: t('dashboard.picture'),
                file: `${fileBrand(brand.name)}-growth.png`,
                about: [account, samples[0]!.day, samples.at(-1)!.day].join(' · '),
                title: t('dashboard.growthByDay'),
              }}
            />
          </>
        )}
      </Read>
    </Section>
  )
}
