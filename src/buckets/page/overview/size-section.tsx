import { chakra } from '@chakra-ui/react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { BucketOverview, BucketQuota } from '../../../../openapi/schema.ts'
import { read } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { QuotaBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { GrowthChart } from './growth-chart.tsx'

const QuotaDialog = lazyDialog(() => import('./quota-dialog.tsx'))

/** The size of the bucket, and its growth. */
export function SizeSection({
  bucket,
  overview,
  action,
}: {
  bucket: string
  overview: BucketOverview
  action: ReactNode
}) {
  const t = useText()
  const format = useFormats()
  const { size, objects, samples, versioning } = overview
  const counted = (versioning ?? 'off') === 'off' ? 'buckets.objectCount' : 'buckets.versionCount'
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
            <chakra.span color="fg.muted">{t(counted, { count: objects })}</chakra.span>
          </chakra.p>
          <QuotaLine bucket={bucket} />
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

function QuotaLine({ bucket }: { bucket: string }) {
  const t = useText()
  const format = useFormats()
  const { data } = useBucketQuota(bucket)
  const [open, setOpen] = useState(false)
  if (!data) return null
  const { quota, usage } = data
  const percent = quota === null ? null : quota === 0 ? 100 : (usage / quota) * 100
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" mt="1">
        {quota === null || percent === null
          ? t('bucket.quota.none')
          : t('bucket.quota.of', { quota: format.bytes(quota), percent: format.percent(percent) })}
        <Button variant="link" size="inline" onClick={() => setOpen(true)}>
          {t('bucket.quota.change')}
        </Button>
      </chakra.div>
      {percent !== null && (
        <chakra.div mt="2">
          <QuotaBar label={t('accounts.quota')} percent={percent} height="4px" />
        </chakra.div>
      )}
      {open && <QuotaDialog bucket={bucket} stored={data} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The quota of a bucket, for users who may see it; a storage without quotas has none. */
function useBucketQuota(bucket: string): UseQueryResult<BucketQuota> {
  const enabled = mayCall(useUser(), 'getBucketQuota')
  return useQuery({
    ...read('/bucket/quota', { query: { bucket } }),
    enabled,
    meta: { quiet: true },
  })
}
