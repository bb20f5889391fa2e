import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { refetchFirstPage } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { useText } from '../../i18n/text.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { NothingFound, People } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  CreateButton,
  DownloadLink,
  HeadButton,
  HeadButtonText,
  HeadCreateButton,
  RefreshButton,
} from '../../ui/head-buttons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { useLoadMore } from '../../ui/list-window.ts'
import { Page } from '../../ui/page.tsx'
import { NextPage, Read } from '../../ui/read.tsx'
import { TableOrCards } from '../../ui/table.tsx'
import HandOver, { type FirstSignIn } from '../hand-over-dialog.tsx'
import { ManagementTabs } from '../management-tabs.tsx'
import { useList } from '../use-list.ts'
import { barHeight, SelectionBar } from './selection-bar.tsx'
import { SubUserCards, SubUserCardsSkeleton } from './sub-user-cards.tsx'
import { SubUserFilters } from './sub-user-filters.tsx'
import { type SubUserActs, SubUserTable, SubUserTableSkeleton } from './sub-user-table.tsx'
import { choices, csvAddress, type Sorting, subUsersOf, useSubUsers } from './sub-users.ts'
import { type SubUserSelection, useSelection } from './use-selection.ts'

const CreateSubUser = lazyDialog(() => import('./create-sub-user-dialog.tsx'))
const ImportSubUsers = lazyDialog(() => import('../many/import-dialog.tsx'))
const EditSubUser = lazyDialog(() => import('./edit-sub-user-dialog.tsx'))
const InviteAgain = lazyDialog(() => import('../invite-again-dialog.tsx'))
const ResetSignIn = lazyDialog(() => import('../reset-sign-in-dialog.tsx'))
const DeleteSubUser = lazyDialog(() => import('./delete-sub-user-dialog.tsx'))
const ChangeMany = lazyDialog(() => import('../many/change-many-dialog.tsx'))
const DeleteMany = lazyDialog(() => import('../many/delete-many-dialog.tsx'))

/** Minimum width of the table, in px. */
const leastTable = 844

type OpenDialog =
  | { about: 'create' | 'import' }
  | { about: 'hand over'; made: FirstSignIn }
  | { about: 'edit' | 'invite' | 'reset' | 'delete'; user: SubUser }
  | { about: 'change many' | 'delete many'; users: readonly SubUser[] }
  | null

export default function SubUsersScreen() {
  const t = useText()
  const { list, set, narrowed, clear, sorting, onSorting } = useList(choices)
  const client = useQueryClient()
  const users = useSubUsers(list)
  const { data } = users
  const selection = useSelection(list, users)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const done = () => setDialog(null)
  const handOver = (made: FirstSignIn) => setDialog({ about: 'hand over', made })
  const create = () => setDialog({ about: 'create' })
  const isSelecting = selection.selected.length > 0 || selection.reading !== null
  const some = narrowed || (data !== undefined && data.total > 0)

  return (
    <Page
      title={t('people.title')}
      lead={t('people.lead')}
      section={t('people.subUsers')}
      count={data && some ? { value: data.total, label: t('people.count', { count: data.total }) } : null}
      actions={
        <>
          <RefreshButton onRefresh={() => refetchFirstPage(client, subUsersOf(list))} />
          {data && (
            <HeadButton onClick={() => setDialog({ about: 'import' })}>
              <FileUp />
              <HeadButtonText>{t('import.open')}</HeadButtonText>
            </HeadButton>
          )}
          {some && <DownloadLink href={csvAddress(list)} label={t('people.export')} />}
          {some && <HeadCreateButton label={t('people.create')} onClick={create} />}
        </>
      }
    >
      <ManagementTabs current="/user-management/sub-user" />
      {some && (
        <SubUserFilters
          list={list}
          counts={data?.counts}
          narrowed={narrowed}
          onChange={set}
          onClear={clear}
        />
      )}
      <Read of={users} failed="people.failed" skeleton={<Loading />}>
        {({ users: shown, total }) =>
          total > 0 ? (
            <chakra.div style={isSelecting ? ({ '--list-top': barHeight } as CSSProperties) : {}}>
              {isSelecting && (
                <SelectionBar
                  selection={selection}
                  total={total}
                  onChange={() => setDialog({ about: 'change many', users: selection.selected })}
                  onDelete={() => setDialog({ about: 'delete many', users: selection.selected })}
                />
              )}
              <SubUsers
                users={shown}
                total={total}
                pages={users}
                selection={selection}
                sorting={sorting}
                onSorting={onSorting}
                onEdit={user => setDialog({ about: 'edit', user })}
                onInvite={user => setDialog({ about: 'invite', user })}
                onReset={user => setDialog({ about: 'reset', user })}
                onDelete={user => setDialog({ about: 'delete', user })}
              />
              <NextPage of={users} mt="4" />
              {users.isFetchingNextPage && (
                <chakra.div py="6" display="grid" placeItems="center">
                  <Spinner />
                </chakra.div>
              )}
            </chakra.div>
          ) : narrowed ? (
            <EmptyState
              drawing={<NothingFound />}
              title={
                list.search ? t('people.none.title', { search: list.search }) : t('people.none.filtered')
              }
              lead={t(list.search ? 'people.none.lead' : 'people.none.filteredLead')}
              action={<Button onClick={clear}>{t('people.filter.clear')}</Button>}
            />
          ) : (
            <EmptyState
              drawing={<People />}
              title={t('people.empty.title')}
              lead={t('people.empty.lead')}
              action={<CreateButton label={t('people.create')} onClick={create} />}
            />
          )
        }
      </Read>
      {dialog?.about === 'create' && <CreateSubUser onClose={done} onMade={handOver} />}
      {dialog?.about === 'import' && <ImportSubUsers onClose={done} />}
      {dialog?.about === 'hand over' && <HandOver made={dialog.made} onClose={done} />}
      {dialog?.about === 'edit' && <EditSubUser user={dialog.user} onClose={done} />}
      {dialog?.about === 'invite' && (
        <InviteAgain
          name={dialog.user.fullName}
          email={dialog.user.email}
          send={() => result(api.POST('/user-management/invite', { body: { id: dialog.user.id } }))}
          onClose={done}
        />
      )}
      {dialog?.about === 'reset' && (
        <ResetSignIn
          name={dialog.user.fullName}
          email={dialog.user.email}
          send={parts => result(api.POST('/user-management/reset', { body: { id: dialog.user.id, parts } }))}
          onClose={done}
          onMade={handOver}
        />
      )}
      {dialog?.about === 'delete' && <DeleteSubUser user={dialog.user} onClose={done} />}
      {dialog?.about === 'change many' && <ChangeMany users={dialog.users} onClose={done} />}
      {dialog?.about === 'delete many' && <DeleteMany users={dialog.users} onClose={done} />}
    </Page>
  )
}

function Loading() {
  return <TableOrCards least={leastTable} table={<SubUserTableSkeleton />} cards={<SubUserCardsSkeleton />} />
}

type Props = {
  users: readonly SubUser[]
  total: number
  pages: Parameters<typeof useLoadMore>[0]
  sorting: Sorting
  onSorting: (sorting: Sorting) => void
  selection: SubUserSelection
} & SubUserActs

function SubUsers({ users, total, pages, sorting, onSorting, ...more }: Props) {
  const onEnd = useLoadMore(pages)
  const list = { users, total, onEnd, ...more }
  return (
    <TableOrCards
      least={leastTable}
      table={<SubUserTable {...list} sorting={sorting} onSorting={onSorting} />}
      cards={<SubUserCards {...list} />}
    />
  )
}
