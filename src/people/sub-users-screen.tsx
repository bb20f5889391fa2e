import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SubUser } from '../../openapi/schema.ts'
import { lazyDialog } from '../app/lazy.tsx'
import { useText } from '../i18n/text.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { NothingFound } from '../ui/drawings/nothing-found.tsx'
import { People } from '../ui/drawings/people.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureState } from '../ui/failure-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { findSubUsers } from './find-sub-users.ts'
import HandOver, { type FirstSignIn } from './hand-over-dialog.tsx'
import { ManagementTabs } from './management-tabs.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SubUserCards, SubUserCardsSkeleton } from './sub-user-cards.tsx'
import { type SubUserActs, SubUserTable, SubUserTableSkeleton } from './sub-user-table.tsx'
import { useSubUsers } from './use-sub-users.ts'

const CreateSubUser = lazyDialog(() => import('./create-sub-user-dialog.tsx'))
const EditSubUser = lazyDialog(() => import('./edit-sub-user-dialog.tsx'))
const DeleteSubUser = lazyDialog(() => import('./delete-sub-user-dialog.tsx'))

type Asking =
  | { about: 'create' }
  | { about: 'hand over'; made: FirstSignIn }
  | { about: 'edit' | 'delete'; user: SubUser }
  | null

/** Who else works in the account's buckets. */
export default function SubUsersScreen() {
  const t = useText()
  const { data, error, isFetching, refetch } = useSubUsers()
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState<Asking>(null)
  const done = () => setAsking(null)
  const create = () => setAsking({ about: 'create' })
  const some = data !== undefined && data.length > 0

  return (
    <Page
      title={t('people.title')}
      count={some ? { value: data.length, label: t('people.count', { count: data.length }) } : null}
      actions={
        <>
          <RefreshButton busy={isFetching} onRefresh={() => void refetch()} />
          {some && <CreateButton onCreate={create} />}
        </>
      }
    >
      <ManagementTabs current="/user-management/sub-user" />
      {some && (
        <chakra.div mb="4">
          <SearchField label={t('people.search')} value={search} onValue={setSearch} />
        </chakra.div>
      )}
      {data ? (
        <SubUsers
          users={data}
          search={search}
          onCreate={create}
          onEdit={user => setAsking({ about: 'edit', user })}
          onDelete={user => setAsking({ about: 'delete', user })}
        />
      ) : error ? (
        <FailureState
          title={t('people.failed')}
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
      {asking?.about === 'create' && (
        <CreateSubUser onClose={done} onMade={made => setAsking({ about: 'hand over', made })} />
      )}
      {asking?.about === 'hand over' && <HandOver made={asking.made} onClose={done} />}
      {asking?.about === 'edit' && <EditSubUser user={asking.user} onClose={done} />}
      {asking?.about === 'delete' && <DeleteSubUser user={asking.user} onClose={done} />}
    </Page>
  )
}

function CreateButton({ onCreate }: { onCreate: () => void }) {
  const t = useText()
  return (
    <Button variant="main" onClick={onCreate}>
      <Plus />
      {t('people.create')}
    </Button>
  )
}

function Loading() {
  return usePhone() ? <SubUserCardsSkeleton /> : <SubUserTableSkeleton />
}

type Props = { users: readonly SubUser[]; search: string; onCreate: () => void } & SubUserActs

function SubUsers({ users, search, onCreate, ...acts }: Props) {
  const t = useText()
  const phone = usePhone()
  if (users.length === 0) {
    return (
      <EmptyState
        drawing={<People />}
        title={t('people.empty.title')}
        lead={t('people.empty.lead')}
        action={<CreateButton onCreate={onCreate} />}
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
  return phone ? <SubUserCards users={shown} {...acts} /> : <SubUserTable users={shown} {...acts} />
}
