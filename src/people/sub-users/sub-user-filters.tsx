import type { SubUserCounts } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { useSubUserGroups } from '../groups/use-groups.ts'
import { ListFilters } from '../list-filters.tsx'
import { choices, type SubUserList } from './sub-users.ts'

type Props = {
  list: SubUserList
  counts: SubUserCounts | undefined
  narrowed: boolean
  onChange: (change: Partial<SubUserList>) => void
  onClear: () => void
}

export function SubUserFilters({ list, counts, narrowed, onChange, onClear }: Props) {
  const t = useText()
  const { data: groups = [] } = useSubUserGroups()
  return (
    <ListFilters
      label={t('people.filters')}
      search={{ label: t('people.search'), value: list.search }}
      filters={[
        {
          name: 'status',
          label: t('people.status'),
          all: t('people.statusAll'),
          value: list.status,
          options: choices.status.map(value => ({
            value,
            text: t(`people.status.${value}`),
            rows: counts?.status[value],
          })),
        },
        {
          name: 'permission',
          label: t('people.permission'),
          all: t('people.permissionAll'),
          value: list.permission,
          options: choices.permission.map(value => ({
            value,
            text: t(`people.permission.${value}`),
            rows: counts?.permission[value],
          })),
        },
        {
          name: 'expires',
          label: t('people.expiry'),
          all: t('people.expiresAll'),
          value: list.expires,
          options: choices.expires.map(value => ({
            value,
            text: t(`people.expires.${value}`),
            rows: counts?.expires[value],
          })),
        },
        {
          name: 'never_signed_in',
          label: t('people.lastSignIn'),
          all: t('people.signInAll'),
          value: list.never_signed_in,
          options: [
            { value: 'true', text: t('people.neverSignedIn'), rows: counts?.never_signed_in },
            { value: 'false', text: t('people.signedIn'), rows: undefined },
          ],
        },
        ...(groups.length > 0 || list.group !== ''
          ? [
              {
                name: 'group',
                label: t('people.group'),
                all: t('many.groupAll'),
                value: list.group,
                options: [
                  ...groups.map(({ id, name }) => ({ value: id, text: name, rows: undefined })),
                  { value: 'none', text: t('subGroups.own'), rows: undefined },
                ],
              },
            ]
          : []),
      ]}
      narrowed={narrowed}
      onChange={onChange}
      onClear={onClear}
    />
  )
}
