import { chakra } from '@chakra-ui/react'
import type { Account } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Card, Cards } from '../../ui/table.tsx'
import { ExpiryDay, InvitedText } from '../marks.tsx'
import { AccountActions, type AccountActs } from './account-actions.tsx'
import { AccountName, QuotaUse, StatusChip } from './account-facts.tsx'

export function AccountCards({ accounts, ...acts }: { accounts: readonly Account[] } & AccountActs) {
  const t = useText()
  return (
    <Cards aria-label={t('accounts.list')}>
      {accounts.map(account => (
        <Card key={account.id}>
          <chakra.div flex="1" minW="0" textStyle="small" color="fg.muted">
            <chakra.p textStyle="body" color="fg">
              <AccountName account={account} />
            </chakra.p>
            <chakra.p overflowWrap="anywhere">{account.contract_code || t('accounts.noContract')}</chakra.p>
            <chakra.p overflowWrap="anywhere" mt="1">
              {account.owner_email}
            </chakra.p>
            {account.owner_invited_until !== null && (
              <chakra.p>
                <InvitedText until={account.owner_invited_until} />
              </chakra.p>
            )}
            <chakra.div mt="2.5">
              <QuotaUse account={account} />
            </chakra.div>
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" mt="2.5">
              <StatusChip account={account} />
              <span>
                {account.expire_date !== 0 && `${t('profile.expiry')}: `}
                <ExpiryDay at={account.expire_date} />
              </span>
              <chakra.span textStyle="figures">
                {t('accounts.subUserCount', { count: account.sub_users })}
              </chakra.span>
            </chakra.div>
          </chakra.div>
          <AccountActions account={account} {...acts} />
        </Card>
      ))}
    </Cards>
  )
}

export function AccountCardsSkeleton() {
  return (
    <Cards aria-busy="true">
      {['55%', '70%', '45%'].map(width => (
        <Card key={width}>
          <chakra.div flex="1" display="flex" flexDirection="column" gap="3" py="1">
            <Skeleton style={{ width }} />
            <Skeleton width="35%" h="10px" />
            <Skeleton width="75%" h="10px" />
            <Skeleton h="4px" />
            <Skeleton width="60%" h="22px" />
          </chakra.div>
        </Card>
      ))}
    </Cards>
  )
}
