import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useLanguage, useText } from '../../i18n/text.ts'
import { NothingFound, People } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  CreateButton,
  HeadButton,
  HeadButtonText,
  HeadCreateButton,
  RefreshButton,
} from '../../ui/head-buttons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { Read } from '../../ui/read.tsx'
import { TableOrCards } from '../../ui/table.tsx'
import HandOver, { type FirstSignIn } from '../hand-over-dialog.tsx'
import { ManagementTabs } from '../management-tabs.tsx'
import { SubUserCards, SubUserCardsSkeleton } from './sub-user-cards.tsx'
import { type SubUserActs, SubUserTable, SubUserTableSkeleton } from './sub-user-table.tsx'
import { byName, findSubUsers, sortSubUsers } from './sub-users.ts'

const CreateSubUser = lazyDialog(() => import('./create-sub-user-dialog.tsx'))
const ImportSubUsers = lazyDialog(() => import('../many/import-dialog.tsx'))
const EditSubUser = lazyDialog(() => import('./edit-sub-user-dialog.tsx'))
const InviteAgain = lazyDialog(() => import('../invite-again-dialog.tsx'))
const ResetSignIn = lazyDialog(() => import('../reset-sign-in-dialog.tsx'))
const DeleteSubUser = lazyDialog(() => import('./delete-sub-user-dialog.tsx'))

/** Minimum width of the table, in px. */
const leastTable = 800

type OpenDialog =
  | { about: 'create' | 'import' }
  | { about: 'hand over'; made: FirstSignIn }
  | { about: 'edit' | 'invite' | 'reset' | 'delete'; user: SubUser }
  | null

export default function SubUsersScreen() {
  const t = useText()
  const users = useSubUsers()
  const { data } = users
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const done = () => setDialog(null)
  const handOver = (made: FirstSignIn) => setDialog({ about: 'hand over', made })
  const create = () => setDialog({ about: 'create' })
  const some = data !== undefined && data.length > 0

  return (
    <Page
      title={t('people.title')}
      lead={t('people.lead')}
      section={t('people.subUsers')}
      count={some ? { value: data.length, label: t('people.count', { count: data.length }) } : null}
      actions={
        <>
          <RefreshButton onRefresh={users.refetch} />
          {data && (
            <HeadButton onClick={() => setDialog({ about: 'import' })}>
              <FileUp />
              <HeadButtonText>{t('import.open')}</HeadButtonText>
            </HeadButton>
          )}
          {some && <HeadCreateButton label={t('people.create')} onClick={create} />}
        </>
      }
    >
      <ManagementTabs current="/user-management/sub-user" />
      {some && (
        <chakra.div mb="4">
          <SearchField label={t('people.search')} value={search} onValue={setSearch} />
        </chakra.div>
      )}
      <Read of={users} failed="people.failed" skeleton={<Loading />}>
        {users => (
          <SubUsers
            users={users}
            search={search}
            onCreate={create}
            onEdit={user => setDialog({ about: 'edit', user })}
            onInvite={user => setDialog({ about: 'invite', user })}
            onReset={user => setDialog({ about: 'reset', user })}
            onDelete={user => setDialog({ about: 'delete', user })}
          />
        )}
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
    </Page>
  )
}

function Loading() {
  return <TableOrCards least={leastTable} table={<SubUserTableSkeleton />} cards={<SubUserCardsSkeleton />} />
}

type Props = { users: readonly SubUser[]; search: string; onCreate: () => void } & SubUserActs

function SubUsers({ users, search, onCreate, ...acts }: Props) {
  const { text: t, locale } = useLanguage()
  const [sorting, setSorting] = useState(byName)
  if (users.length === 0) {
    return (
      <EmptyState
        drawing={<People />}
        title={t('people.empty.title')}
        lead={t('people.empty.lead')}
        action={<CreateButton label={t('people.create')} onClick={onCreate} />}
      />
    )
  }
  const shown = findSubUsers(users, search)
  if (shown.length === 0) {
    return (
      <EmptyState
        drawing={<NothingFound />}
        title={t('people.none.title', { search: search.trim() })}
        lead={t('people.none.lead')}
      />
    )
  }
  const sorted = sortSubUsers(shown, sorting, new Intl.Collator(locale))
  return (
    <TableOrCards
      least={leastTable}
      table={<SubUserTable users={sorted} sorting={sorting} onSorting={setSorting} {...acts} />}
      cards={<SubUserCards users={sorted} {...acts} />}
    />
  )
}

function useSubUsers() {
  return useQuery({ ...read('/user-management'), select: ({ users }) => users })
}
