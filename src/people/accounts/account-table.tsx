import { chakra } from '@chakra-ui/react'
import type { Account } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Caption, Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { ExpiryDay, InvitedText } from '../marks.tsx'
import { AccountActions, type AccountActs } from './account-actions.tsx'
import { AccountName, QuotaUse, StatusChip } from './account-facts.tsx'

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col">{t('accounts.name')}</HeadCell>
        <HeadCell scope="col" width="22%">
          {t('accounts.owner')}
        </HeadCell>
        <HeadCell scope="col" width="148px">
          {t('accounts.usage')}
        </HeadCell>
        <HeadCell scope="col" width="136px">
          {t('accounts.expiry')}
        </HeadCell>
        <HeadCell scope="col" width="112px">
          {t('accounts.status')}
        </HeadCell>
        <HeadCell scope="col" figures width="128px">
          {t('accounts.subUsers')}
        </HeadCell>
        <HeadCell scope="col" width="56px">
          <chakra.span srOnly>{t('common.more')}</chakra.span>
        </HeadCell>
      </tr>
    </thead>
  )
}

export function AccountTable({ accounts, ...acts }: { accounts: readonly Account[] } & AccountActs) {
  const t = useText()
  const format = useFormats()
  return (
    <Table>
      <Caption>{t('accounts.list')}</Caption>
      <Head />
      <tbody>
        {accounts.map(account => (
          <Row key={account.id}>
            <Cell py="2">
              <AccountName account={account} />
              <chakra.span display="block" textStyle="small" color="fg.muted" overflowWrap="anywhere">
                {account.contract_code || t('accounts.noContract')}
              </chakra.span>
            </Cell>
            <Cell py="2">
              <chakra.span display="block" overflowWrap="anywhere">
                {account.owner_name}
              </chakra.span>
              <chakra.span display="block" textStyle="small" color="fg.muted" overflowWrap="anywhere">
                {account.owner_email}
              </chakra.span>
              {account.owner_invited_until !== null && (
                <chakra.span display="block" textStyle="small" color="fg.muted">
                  <InvitedText until={account.owner_invited_until} />
                </chakra.span>
              )}
            </Cell>
            <Cell secondary textStyle="small">
              <QuotaUse account={account} />
            </Cell>
            <Cell secondary>
              <ExpiryDay at={account.expire_date} />
            </Cell>
            <Cell>
              <StatusChip account={account} />
            </Cell>
            <Cell figures secondary>
              {format.number(account.sub_users)}
            </Cell>
            <Cell px="2" textAlign="end">
              <AccountActions account={account} {...acts} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

const widths = ['62%', '74%', '55%', '68%', '60%']

export function AccountTableSkeleton() {
  const t = useText()
  return (
    <Table aria-busy="true">
      <Caption>{t('common.loading')}</Caption>
      <Head />
      <tbody>
        {widths.map(width => (
          <tr key={width}>
            <Cell py="3">
              <Skeleton style={{ width }} mb="2.5" />
              <Skeleton width="40%" h="10px" />
            </Cell>
            <Cell>
              <Skeleton width="55%" mb="2.5" />
              <Skeleton width="80%" h="10px" />
            </Cell>
            <Cell>
              <Skeleton width="70%" mb="2.5" />
              <Skeleton h="4px" />
            </Cell>
            <Cell>
              <Skeleton width="72px" />
            </Cell>
            <Cell>
              <Skeleton width="72px" h="22px" />
            </Cell>
            <Cell>
              <Skeleton width="24px" ms="auto" />
            </Cell>
            <Cell />
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
