import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useBuckets } from '../buckets/use-buckets.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { FailureState } from '../ui/failure-state.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuota } from './use-dashboard.ts'

/** How much of the capacity is used, and how many files that is. */
export function CapacitySection() {
  const t = useText()
  const format = useFormats()
  const { data, error, isFetching, refetch } = useQuota()
  const { data: buckets } = useBuckets()
  const counts = buckets?.map(({ objects }) => objects)
  const files = counts?.every(count => count !== null)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined

  function content(): ReactNode {
    if (!data) {
      if (!error) return <Skeleton width="60%" />
      return (
        <FailureState
          title={t('dashboard.capacityFailed')}
          failure={error.failure}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )
    }
    const { usage, total, percentUse } = data
    if (usage === null) return <chakra.p color="fg.muted">{t('dashboard.notTold')}</chakra.p>
    const tone = percentUse >= 95 ? 'danger' : percentUse >= 80 ? 'warning' : 'accent'
    return (
      <>
        <chakra.p display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3">
          <chakra.span textStyle="display" fontVariantNumeric="tabular-nums">
            {format.bytes(usage)}
          </chakra.span>
          {total !== null && <chakra.span color="fg.muted">{format.percent(percentUse)}</chakra.span>}
        </chakra.p>
        {total !== null && (
          <chakra.div mt="3">
            <ProgressBar label={t('dashboard.capacity')} percent={percentUse} tone={tone} height="8px" />
          </chakra.div>
        )}
        <chakra.dl
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))"
          gap="4"
          mt="5"
          fontVariantNumeric="tabular-nums"
        >
          <Fact name={t('dashboard.total')}>
            {total === null ? t('dashboard.unlimited') : format.bytes(total)}
          </Fact>
          <Fact name={t('dashboard.used')}>{format.bytes(usage)}</Fact>
          {total !== null && (
            <Fact name={t('dashboard.available')}>{format.bytes(Math.max(0, total - usage))}</Fact>
          )}
          {files !== undefined && <Fact name={t('dashboard.files')}>{format.number(files)}</Fact>}
        </chakra.dl>
      </>
    )
  }

  return <Section title={t('dashboard.capacity')}>{content()}</Section>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt textStyle="small" color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd fontWeight="medium">{children}</chakra.dd>
    </div>
  )
}
