import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { expiryOf } from '../../domain/expiry.ts'
import type { Quota } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { useStorageKind } from '../session/storage-kind.ts'
import { Notice } from '../ui/notice.tsx'
import { QuotaBar } from '../ui/progress-bar.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { useAccount, useGrowth, useHeld, useQuota, useSubject } from './use-dashboard.ts'

/** How much of the capacity is used, and the number of files; before there is growth to show, when it will be. */
export function CapacitySection() {
  const t = useText()
  const format = useFormats()
  const quota = useQuota()
  const { data: growth } = useGrowth()
  const storage = useStorageKind()
  const user = useUser()
  const other = useSubject() !== undefined
  const { data: account } = useAccount()
  const expire_date = other ? account?.expire_date : user.expire_date
  const { buckets } = useHeld()
  const counts = buckets?.map(({ objects }) => objects)
  const files = counts?.every(count => count !== null)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined

  function content({ usage, total, percentUse, full_since }: Quota): ReactNode {
    if (usage === null) return <chakra.p color="fg.muted">{t('dashboard.notTold')}</chakra.p>
    return (
      <>
        <chakra.dl
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))"
          gap="4"
          alignItems="start"
          fontVariantNumeric="tabular-nums"
        >
          <Fact name={t('dashboard.used')}>
            <chakra.span textStyle="display">{format.bytes(usage)}</chakra.span>
            {total !== null && (
              <chakra.span ms="3" color="fg.muted" fontWeight="normal">
                {format.percent(percentUse)}
              </chakra.span>
            )}
          </Fact>
          <Fact name={t('dashboard.total')}>
            {total === null ? t('dashboard.unlimited') : format.bytes(total)}
          </Fact>
          {total !== null && (
            <Fact name={t('dashboard.available')}>{format.bytes(Math.max(0, total - usage))}</Fact>
          )}
          {files !== undefined && <Fact name={t('dashboard.files')}>{format.number(files)}</Fact>}
          {expire_date !== undefined && <Validity at={expire_date} />}
        </chakra.dl>
        {total !== null && (
          <chakra.div mt="5">
            <QuotaBar label={t('dashboard.capacity')} percent={percentUse} height="8px" />
          </chakra.div>
        )}
        {growth && growth.samples.length < 2 && (
          <chakra.p mt="4" textStyle="small" color="fg.muted">
            {t('dashboard.noGrowth')}
          </chakra.p>
        )}
        {full_since !== null && (
          <chakra.div mt="4">
            <Notice severity="error">
              {t(other ? 'dashboard.fullOf' : 'dashboard.full', { time: format.dateTime(full_since) })}
            </Notice>
          </chakra.div>
        )}
        {total !== null && storage === 'rgw' && (
          <chakra.p mt="4" textStyle="small" color="fg.muted" textWrap="pretty">
            {t('dashboard.quotaLater')}
          </chakra.p>
        )}
      </>
    )
  }

  return (
    <Section title={t('dashboard.capacity')}>
      <Read of={quota} failed="dashboard.capacityFailed">
        {content}
      </Read>
    </Section>
  )
}

/** `at`: unix seconds; 0: forever. */
function Validity({ at }: { at: number }) {
  const t = useText()
  const format = useFormats()
  const expiry = expiryOf(at, Date.now() / 1000)
  return (
    <Fact name={t('dashboard.validity')}>
      {at === 0 ? t('dashboard.forever') : format.isoDate(at)}
      {expiry.kind === 'left' && (
        <chakra.span display="block" textStyle="small" color="fg.muted" fontWeight="normal">
          {t('shell.daysLeft', { days: expiry.days })}
        </chakra.span>
      )}
    </Fact>
  )
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
