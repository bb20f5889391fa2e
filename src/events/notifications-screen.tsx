import { useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { EmptyStorehouse } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton, RefreshButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { notificationsAddress, topicsAddress } from './addresses.ts'
import { NotificationList, NotificationListSkeleton } from './notification-list.tsx'
import { useNotifications, useTopics } from './queries.ts'
import { NotOnThisStorage, SettingTabs, TurnedOff } from './setting.tsx'

const NotificationDialog = lazyDialog(() => import('./notification-dialog.tsx'))

/** The notifications of the account's buckets, and their topics. */
export default function NotificationsScreen() {
  return mayCall(useUser(), 'listBucketNotifications') ? <Notifications /> : <TurnedOff />
}

function Notifications() {
  const t = useText()
  const all = useNotifications()
  const { data: topics } = useTopics()
  const [creating, setCreating] = useState(false)
  const { notifications = [], events = [] } = all.data ?? {}
  const some = notifications.length > 0
  const mayCreate = topics !== undefined && topics.length > 0
  const create = () => setCreating(true)
  return (
    <Page
      title={t('shell.menu./setting')}
      lead={t('topics.lead')}
      section={t('notifications.title')}
      count={
        some
          ? { value: notifications.length, label: t('notifications.count', { count: notifications.length }) }
          : null
      }
      actions={
        <>
          <RefreshButton onRefresh={all.refetch} />
          {some && mayCreate && <HeadCreateButton label={t('notifications.create')} onClick={create} />}
        </>
      }
    >
      <SettingTabs current={notificationsAddress} />
      <Read
        of={all}
        failed="notifications.failed"
        skeleton={<NotificationListSkeleton />}
        instead={{ NOT_SUPPORTED: <NotOnThisStorage /> }}
      >
        {() =>
          some ? (
            <NotificationList notifications={notifications} />
          ) : (
            <EmptyState
              drawing={<EmptyStorehouse />}
              title={t('notifications.empty.title')}
              lead={t(topics?.length === 0 ? 'notifications.empty.topicFirst' : 'notifications.empty.lead')}
              action={
                mayCreate ? (
                  <CreateButton label={t('notifications.create')} onClick={create} />
                ) : (
                  <LinkButton to={topicsAddress}>{t('topics.gone.toTopics')}</LinkButton>
                )
              }
            />
          )
        }
      </Read>
      {creating && topics && (
        <NotificationDialog topics={topics} events={events} onClose={() => setCreating(false)} />
      )}
    </Page>
  )
}
