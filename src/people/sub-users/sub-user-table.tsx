import { chakra } from '@chakra-ui/react'
import { Pencil, Send, Trash2, UserRoundKey } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SubUser } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CellSkeleton, TableSkeleton } from '../../ui/list-skeletons.tsx'
import { useListWindow } from '../../ui/list-window.ts'
import { NameText } from '../../ui/name-text.tsx'
import { sortedBy } from '../../ui/sorting.ts'
import { Caption, Cell, HeadCell, Row, SortHead, Space, StickyHead, Table } from '../../ui/table.tsx'
import { Tip } from '../../ui/tip.tsx'
import { GroupMark } from '../group-mark.tsx'
import { ExpiryText, InvitedText, SignInMarks } from '../marks.tsx'
import { ScopeMark } from '../scope-mark.tsx'
import { SelectAllBox, SelectBox } from './selection-bar.tsx'
import type { Column, Sorting } from './sub-users.ts'
import type { SubUserSelection } from './use-selection.ts'

export type SubUserActs = Record<'onEdit' | 'onInvite' | 'onReset' | 'onDelete', (user: SubUser) => void>

type HeadProps = { sorting: Sorting; onSorting?: (sorting: Sorting) => void; selectAll?: ReactNode }

/** `acts`: maximum number of buttons in a row. */
function Head({ sorting, onSorting, selectAll, acts = 3 }: HeadProps & { acts?: 3 | 4 }) {
  const t = useText()
  const sorted = (column: Column) => ({
    order: sorting.column === column ? sorting.order : null,
    onSort: () =>
      onSorting?.(sortedBy(sorting, column, column === 'last-sign-in' ? 'descending' : 'ascending')),
  })
  return (
    <StickyHead>
      <tr aria-rowindex={1}>
        <HeadCell scope="col" width="42px" pe="0">
          {selectAll}
        </HeadCell>
        <SortHead {...sorted('email')}>{t('people.email')}</SortHead>
        <SortHead {...sorted('name')} width="20%">
          {t('people.name')}
        </SortHead>
        <HeadCell scope="col" width="12%">
          {t('people.permission')}
        </HeadCell>
        <SortHead {...sorted('expiry')} width="136px">
          {t('people.expiry')}
        </SortHead>
        <SortHead {...sorted('last-sign-in')} width="168px">
          {t('people.lastSignIn')}
        </SortHead>
        <HeadCell scope="col" width={acts === 3 ? '124px' : '160px'} textAlign="end">
          {t('people.quickAction')}
        </HeadCell>
      </tr>
    </StickyHead>
  )
}

export type SubUserListProps = {
  users: readonly SubUser[]
  /** How many there are, with those that are not loaded yet. */
  total: number
  onEnd: () => void
  selection: SubUserSelection
} & SubUserActs

const rowHeight = 57

export function SubUserTable({
  users,
  total,
  onEnd,
  selection,
  sorting,
  onSorting,
  onEdit,
  onInvite,
  onReset,
  onDelete,
}: SubUserListProps & Required<Omit<HeadProps, 'selectAll'>>) {
  const t = useText()
  const format = useFormats()
  const { list, items, before, after, measure } = useListWindow<HTMLTableElement>({
    count: users.length,
    keyOf: index => users[index]!.id,
    estimate: rowHeight,
    onEnd,
  })
  return (
    <Table ref={list} aria-rowcount={total + 1}>
      <Caption>{t('people.list')}</Caption>
      <Head
        sorting={sorting}
        onSorting={onSorting}
        selectAll={<SelectAllBox total={total} selection={selection} />}
        acts={users.some(user => user.invited_until !== null) ? 4 : 3}
      />
      <Space height={before} />
      <tbody>
        {items.flatMap(({ index }) => {
          const user = users[index]
          if (!user) return []
          return (
            <Row
              key={user.id}
              ref={measure}
              data-index={index}
              data-selected={selection.keys.has(user.id) ? '' : undefined}
              aria-rowindex={index + 2}
            >
              <Cell pe="0">
                <SelectBox user={user} selection={selection} />
              </Cell>
              <Cell>
                <chakra.span display="flex" alignItems="center" gap="2" minW="0" fontWeight="medium">
                  <chakra.span minW="0" overflowWrap="anywhere">
                    {user.email}
                  </chakra.span>
                  <SignInMarks twoStep={user.two_step} passkeys={user.passkeys} sso={user.sso} />
                </chakra.span>
              </Cell>
              <Cell overflowWrap="anywhere">
                <NameText name={user.fullName} />
              </Cell>
              <Cell>
                <chakra.span display="flex" flexWrap="wrap" gap="1">
                  <Chip>{t(`people.permission.${user.permission}`)}</Chip>
                  <ScopeMark permission={user.permission} scope={user.scope} />
                  <GroupMark group={user.group} />
                </chakra.span>
              </Cell>
              <Cell secondary>
                <ExpiryText at={user.expire_date} />
              </Cell>
              <Cell secondary>
                {user.invited_until !== null ? (
                  <InvitedText until={user.invited_until} />
                ) : user.last_sign_in_at === null ? (
                  t('people.never')
                ) : (
                  <chakra.span textStyle="figures" whiteSpace="nowrap">
                    {format.dateTime(user.last_sign_in_at)}
                  </chakra.span>
                )}
              </Cell>
              <Cell px="2">
                <chakra.span display="flex" justifyContent="flex-end" gap="1">
                  <Act label={t('people.editOne', { name: user.fullName })} onClick={() => onEdit(user)}>
                    <Pencil />
                  </Act>
                  {user.invited_until !== null && (
                    <Act
                      label={t('people.inviteOne', { name: user.fullName })}
                      onClick={() => onInvite(user)}
                    >
                      <Send />
                    </Act>
                  )}
                  <Act label={t('people.resetOne', { name: user.fullName })} onClick={() => onReset(user)}>
                    <UserRoundKey />
                  </Act>
                  <Act label={t('people.deleteOne', { name: user.fullName })} onClick={() => onDelete(user)}>
                    <Trash2 />
                  </Act>
                </chakra.span>
              </Cell>
            </Row>
          )
        })}
      </tbody>
      <Space height={after} />
    </Table>
  )
}

function Act({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tip label={label}>
      <IconButton size="sm" label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tip>
  )
}

export function SubUserTableSkeleton() {
  return (
    <TableSkeleton
      head={<Head sorting={{ column: 'name', order: 'ascending' }} />}
      widths={['62%', '74%', '55%', '68%', '60%']}
    >
      {width => (
        <>
          <Cell />
          <CellSkeleton style={{ width }} />
          <CellSkeleton width="70%" />
          <CellSkeleton width="64px" h="22px" />
          <CellSkeleton width="80px" />
          <CellSkeleton width="96px" />
          <CellSkeleton width="48px" ms="auto" />
        </>
      )}
    </TableSkeleton>
  )
}
