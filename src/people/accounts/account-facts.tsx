import { chakra } from '@chakra-ui/react'
import { BellRing } from 'lucide-react'
import { type AccountStatus, accountStatus, quotaPercent } from '../../../domain/account-status.ts'
import type { Account } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Chip } from '../../ui/chip.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { QuotaBar } from '../../ui/progress-bar.tsx'

const noBreak = '\u{a0}'

const tones = { active: 'good', suspended: 'warning', expired: 'danger' } as const satisfies Record<
  AccountStatus,
  string
>

export function StatusChip({ account }: { account: Account }) {
  const t = useText()
  const status = accountStatus(account, Date.now() / 1000)
  return <Chip tone={tones[status]}>{t(`accounts.status.${status}`)}</Chip>
}

/** A bell: the customer may configure bucket notifications. */
function NotificationMark() {
  const t = useText()
  return (
    <chakra.span
      role="img"
      aria-label={t('accounts.notificationsOn')}
      title={t('accounts.notificationsOn')}
      color="fg.accent"
      display="inline-grid"
      verticalAlign="-2px"
      _icon={{ boxSize: '15px' }}
    >
      <BellRing aria-hidden="true" />
    </chakra.span>
  )
}

/** A customer's name and its icons; the bell never wraps to a line of its own. */
export function AccountName({ account }: { account: Account }) {
  const t = useText()
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
      <chakra.span fontWeight="medium" minW="0" overflowWrap="anywhere">
        <NameText name={account.name} />
        {account.enable_bucket_notification && (
          // Lines may break before a picture even after a no-break space.
          <chakra.span whiteSpace="nowrap">
            {noBreak}
            <NotificationMark />
          </chakra.span>
        )}
      </chakra.span>
      {account.own && <Chip>{t('accounts.own')}</Chip>}
    </chakra.span>
  )
}

/** Used capacity, with a bar if there is a quota. */
export function QuotaUse({ account }: { account: Account }) {
  const t = useText()
  const format = useFormats()
  const percent = quotaPercent(account)
  const used = account.usage === null ? null : format.bytes(account.usage)
  const quota = account.quota === null ? null : format.bytes(account.quota)
  if (used === null) {
    return (
      <span title={t('accounts.notTold')}>
        {quota ? t('accounts.used', { used: '–', quota }) : t('accounts.unlimited')}
      </span>
    )
  }
  if (percent === null || quota === null) {
    return (
      <chakra.span display="flex" flexDirection="column">
        <chakra.span textStyle="figures">{used}</chakra.span>
        <span>{t('accounts.unlimited')}</span>
      </chakra.span>
    )
  }
  return (
    <chakra.span display="flex" flexDirection="column" gap="1">
      <chakra.span textStyle="figures">{t('accounts.used', { used, quota })}</chakra.span>
      <QuotaBar label={t('accounts.usage')} percent={percent} height="4px" />
    </chakra.span>
  )
}
