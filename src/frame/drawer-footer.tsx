import { chakra } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { memo } from 'react'
import { useLocation } from 'wouter'
import { expiryOf } from '../../domain/expiry.ts'
import { mayCall } from '../../domain/permissions.ts'
import { version } from '../../package.json'
import { api } from '../api/client.ts'
import { keyOf } from '../api/query.ts'
import { dataOf } from '../api/result.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { BrandLinks } from '../ui/brand.tsx'
import { DocsLink } from '../ui/links.tsx'
import { QuotaBar } from '../ui/progress-bar.tsx'

/**
 * The used capacity (read on each route change and when files are added or removed), for users who may see it, the
 * expiry of the account, the documentation link, the version, and the operator's links.
 */
export const DrawerFooter = memo(function DrawerFooter() {
  const t = useText()
  return (
    <chakra.div
      px="6"
      py="5"
      borderTopWidth="1px"
      display="flex"
      flexDirection="column"
      gap="4"
      textStyle="small"
    >
      <Capacity />
      <Validity />
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4" rowGap="1">
        <DocsLink />
        <chakra.span color="fg.muted">{t('shell.version', { version })}</chakra.span>
      </chakra.div>
      <BrandLinks />
    </chakra.div>
  )
})

function Capacity() {
  const t = useText()
  const format = useFormats()
  const [path] = useLocation()
  const allowed = mayCall(useUser(), 'getQuotaUser')
  const { data } = useQuery({
    queryKey: keyOf('/dashboard/quota-user', { shownAt: path }),
    queryFn: () => dataOf(api.GET('/dashboard/quota-user')),
    enabled: allowed,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { quiet: true },
  })

  if (!data || data.usage === null) return null
  const used = format.bytes(data.usage)
  if (data.total === null) {
    return (
      <div>
        <chakra.p color="fg.muted">{t('shell.capacity')}</chakra.p>
        <p>{t('shell.usedUnlimited', { used })}</p>
      </div>
    )
  }
  return (
    <div>
      <chakra.p color="fg.muted" mb="2" display="flex" justifyContent="space-between">
        {t('shell.capacity')}
        <chakra.span textStyle="figures">{format.percent(data.percentUse)}</chakra.span>
      </chakra.p>
      <QuotaBar label={t('shell.capacity')} percent={data.percentUse} height="4px" />
      <chakra.p mt="2">{t('shell.used', { used, total: format.bytes(data.total) })}</chakra.p>
      {data.full_since !== null && (
        <chakra.p mt="1" color="fg.danger" textWrap="pretty">
          {t('shell.full', { time: format.dateTime(data.full_since) })}
        </chakra.p>
      )}
    </div>
  )
}

function Validity() {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const expiry = expiryOf(user.expire_date, Date.now() / 1000)
  const date = format.date(user.expire_date)
  return (
    <chakra.p display="flex" gap="2" color="fg.muted" _icon={{ boxSize: '16px', mt: '2px', flexShrink: 0 }}>
      <CalendarClock aria-hidden="true" />
      {expiry.kind === 'forever' && (
        <span>
          {t('shell.validity')}: {t('shell.forever')}
        </span>
      )}
      {expiry.kind === 'left' && (
        <span>
          {t('shell.expires', { date })}
          <br />
          {t('shell.daysLeft', { days: expiry.days })}
        </span>
      )}
      {expiry.kind === 'over' && <chakra.span color="fg.danger">{t('shell.expired', { date })}</chakra.span>}
    </chakra.p>
  )
}
