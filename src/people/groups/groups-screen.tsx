import { useState } from 'react'
import type { SubUserGroup } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { People } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton, RefreshButton } from '../../ui/head-buttons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { Read } from '../../ui/read.tsx'
import { ManagementTabs } from '../management-tabs.tsx'
import { GroupList, GroupListSkeleton } from './group-list.tsx'
import { useSubUserGroups } from './use-groups.ts'

const GroupDialog = lazyDialog(() => import('./group-dialog.tsx'))
const Members = lazyDialog(() => import('./members-dialog.tsx'))
const DeleteGroup = lazyDialog(() => import('./delete-group-dialog.tsx'))

type OpenDialog = { about: 'create' } | { about: 'members' | 'edit' | 'delete'; group: SubUserGroup } | null

/** The account's groups of sub-users. */
export default function GroupsScreen() {
  const t = useText()
  const groups = useSubUserGroups()
  const { data } = groups
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const done = () => setDialog(null)
  const create = () => setDialog({ about: 'create' })
  const some = data !== undefined && data.length > 0
  return (
    <Page
      title={t('people.title')}
      lead={t('subGroups.lead')}
      section={t('people.groups')}
      count={some ? { value: data.length, label: t('subGroups.count', { count: data.length }) } : null}
      actions={
        <>
          <RefreshButton onRefresh={groups.refetch} />
          {some && <HeadCreateButton label={t('subGroups.create')} onClick={create} />}
        </>
      }
    >
      <ManagementTabs current="/user-management/groups" />
      <Read of={groups} failed="subGroups.failed" skeleton={<GroupListSkeleton />}>
        {groups =>
          groups.length === 0 ? (
            <EmptyState
              drawing={<People />}
              title={t('subGroups.empty.title')}
              lead={t('subGroups.empty.lead')}
              action={<CreateButton label={t('subGroups.create')} onClick={create} />}
            />
          ) : (
            <GroupList
              groups={groups}
              onMembers={group => setDialog({ about: 'members', group })}
              onEdit={group => setDialog({ about: 'edit', group })}
              onDelete={group => setDialog({ about: 'delete', group })}
            />
          )
        }
      </Read>
      {dialog?.about === 'create' && <GroupDialog group={null} onClose={done} />}
      {dialog?.about === 'members' && <Members group={dialog.group} onClose={done} />}
      {dialog?.about === 'edit' && <GroupDialog group={dialog.group} onClose={done} />}
      {dialog?.about === 'delete' && <DeleteGroup group={dialog.group} onClose={done} />}
    </Page>
  )
}
