import type { AccountCounts } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { ListFilters } from '../list-filters.tsx'
import { type AccountsChosen, choices } from './use-accounts.ts'

type Props = {
  list: AccountsChosen
  counts: AccountCounts | undefined
  narrowed: boolean
  onChange: (change: Partial<AccountsChosen>) => void
  onClear: () => void
}

export function AccountFilters({ list, counts, narrowed, onChange, onClear }: Props) {
  const t = useText()
  return (
    <ListFilters
      label={t('accounts.filters')}
      search={{ label: t('accounts.search'), value: list.search }}
      filters={[
        {
          name: 'status',
          label: t('accounts.status'),
          all: t('people.statusAll'),
          value: list.status,
          options: choices.status.map(value => ({
            value,
            text: t(`accounts.status.${value}`),
            rows: counts?.status[value],
          })),
        },
        {
          name: 'expires',
          label: t('accounts.expiry'),
          all: t('people.expiresAll'),
          value: list.expires,
          options: choices.expires.map(value => ({
            value,
            text: t(`people.expires.${value}`),
            rows: counts?.expires[value],
          })),
        },
        {
          name: 'over_quota',
          label: t('accounts.usage'),
          all: t('accounts.usageAll'),
          value: list.over_quota,
          options: [
            { value: 'true', text: t('accounts.overQuota'), rows: counts?.over_quota },
            { value: 'false', text: t('accounts.withinQuota'), rows: undefined },
          ],
        },
        {
          name: 'never_signed_in',
          label: t('accounts.ownerSignIn'),
          all: t('people.signInAll'),
          value: list.never_signed_in,
          options: [
            { value: 'true', text: t('people.neverSignedIn'), rows: counts?.never_signed_in },
            { value: 'false', text: t('people.signedIn'), rows: undefined },
          ],
        },
      ]}
      narrowed={narrowed}
      onChange={onChange}
      onClear={onClear}
    />
  )
}
