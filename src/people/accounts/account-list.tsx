import { chakra } from '@chakra-ui/react'
import type { Account } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { CardsSkeleton, CellSkeleton, TableSkeleton } from '../../ui/list-skeletons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sortedBy } from '../../ui/sorting.ts'
import {
  Caption,
  Card,
  Cards,
  Cell,
  HeadCell,
  MenuHead,
  Row,
  SortHead,
  Table,
  TableOrCards,
} from '../../ui/table.tsx'
import { ExpiryDay, InvitedText, SignInMarks } from '../marks.tsx'
import { AccountActions, type AccountActs } from './account-actions.tsx'
import { AccountName, QuotaUse, StatusChip } from './account-facts.tsx'
import type { Sorting } from './use-accounts.ts'

type HeadProps = { sorting: Sorting; onSorting?: (sorting: Sorting) => void }
type Props = { accounts: readonly Account[] } & Required<HeadProps> & AccountActs

/** Minimum width of the table, in px. */
const leastTable = 940

/** The customers, as a table or as cards. */
export function AccountList(props: Props) {
  return (
    <TableOrCards
      least={leastTable}
      table={<AccountTable {...props} />}
      cards={<AccountCards {...props} />}
    />
  )
}

export function AccountListSkeleton() {
  return <TableOrCards least={leastTable} table={<AccountTableSkeleton />} cards={<AccountCardsSkeleton />} />
}

function Head({ sorting, onSorting }: HeadProps) {
  const t = useText()
  const sorted = (column: Sorting['column']) => ({
    order: sorting.column === column ? sorting.order : null,
    onSort: () => onSorting?.(sortedBy(sorting, column, column === 'usage' ? 'descending' : 'ascending')),
  })
  return (
    <thead>
      <tr>
        <SortHead {...sorted('name')}>{t('accounts.name')}</SortHead>
        <HeadCell scope="col" width="22%">
          {t('accounts.owner')}
        </HeadCell>
        <SortHead {...sorted('usage')} width="148px">
          {t('accounts.usage')}
        </SortHead>
        <SortHead {...sorted('expiry')} width="136px">
          {t('accounts.expiry')}
        </SortHead>
        <HeadCell scope="col" width="112px">
          {t('accounts.status')}
        </HeadCell>
        <HeadCell scope="col" figures width="128px">
          {t('accounts.subUsers')}
        </HeadCell>
        <MenuHead />
      </tr>
    </thead>
  )
}

function AccountTable({ accounts, sorting, onSorting, ...acts }: Props) {
  const t = useText()
  const format = useFormats()
  return (
    <Table>
      <Caption>{t('accounts.list')}</Caption>
      <Head sorting={sorting} onSorting={onSorting} />
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
              <chakra.span display="flex" gap="1.5" textStyle="small" color="fg.muted">
                <chakra.span minW="0" overflowWrap="anywhere">
                  {account.owner_email}
                </chakra.span>
                <OwnerMarks account={account} />
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

function OwnerMarks({ account }: { account: Account }) {
  const { owner_two_step: twoStep, owner_passkeys: passkeys, owner_sso: sso } = account
  return <SignInMarks twoStep={twoStep} passkeys={passkeys} sso={sso} />
}

function AccountTableSkeleton() {
  return (
    <TableSkeleton
      head={<Head sorting={{ column: 'name', order: 'ascending' }} />}
      widths={['62%', '74%', '55%', '68%', '60%']}
    >
      {width => (
        <>
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
          <CellSkeleton width="72px" />
          <CellSkeleton width="72px" h="22px" />
          <CellSkeleton width="24px" ms="auto" />
          <Cell />
        </>
      )}
    </TableSkeleton>
  )
}

function AccountCards({ accounts, sorting: _, onSorting: __, ...acts }: Props) {
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
            <chakra.p display="flex" gap="1.5" mt="1">
              <chakra.span minW="0" overflowWrap="anywhere">
                {account.owner_email}
              </chakra.span>
              <OwnerMarks account={account} />
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

function AccountCardsSkeleton() {
  return (
    <CardsSkeleton gap="3">
      <Skeleton width="35%" h="10px" />
      <Skeleton width="75%" h="10px" />
      <Skeleton h="4px" />
      <Skeleton width="60%" h="22px" />
    </CardsSkeleton>
  )
}
