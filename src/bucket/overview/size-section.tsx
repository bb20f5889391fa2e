import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { BucketOverview } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Section } from '../../ui/section.tsx'
import { GrowthChart } from './growth-chart.tsx'

/** How much the bucket holds, and how that has grown. */
export function SizeSection({ overview, action }: { overview: BucketOverview; action: ReactNode }) {
  const t = useText()
  const format = useFormats()
  const { size, objects, samples } = overview
  return (
    <Section title={t('bucket.overview.size')} action={action}>
      {size === null || objects === null ? (
        <chakra.p color="fg.muted">{t('buckets.notTold')}</chakra.p>
      ) : (
        <>
          <chakra.p display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3">
            <chakra.span textStyle="display" fontVariantNumeric="tabular-nums">
              {format.bytes(size)}
            </chakra.span>
            <chakra.span color="fg.muted">{t('buckets.objectCount', { count: objects })}</chakra.span>
          </chakra.p>
          {samples.length < 2 ? (
            <chakra.p color="fg.muted" textStyle="small" mt="2" textWrap="pretty">
              {t('bucket.overview.noGrowth')}
            </chakra.p>
          ) : (
            <GrowthChart samples={samples} caption={t('bucket.overview.chart')} />
          )}
        </>
      )}
    </Section>
  )
}
