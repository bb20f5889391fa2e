import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { Topic } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { EmptyStorehouse } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeadButton, HeadButtonText, RefreshButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { topicsAddress } from './addresses.ts'
import { useTopics } from './queries.ts'
import { SettingTabs } from './setting-tabs.tsx'
import { TopicList, TopicListSkeleton } from './topic-list.tsx'
import { NotOnThisStorage, TurnedOff } from './unavailable.tsx'
import { useSecret } from './use-secret.tsx'

const TopicDialog = lazyDialog(() => import('./topic-dialog.tsx'))

export default function TopicsScreen() {
  return mayCall(useUser(), 'listTopics') ? <Topics /> : <TurnedOff />
}

function Topics() {
  const t = useText()
  const topics = useTopics()
  const { data } = topics
  const [creating, setCreating] = useState(false)
  const secret = useSecret()
  const create = () => setCreating(true)
  const some = data !== undefined && data.length > 0

  /** A topic with a group has no secret to show. */
  function created(topic: Topic) {
    setCreating(false)
    if (topic.address !== null) void secret.reveal(topic.name, { isNew: true })
  }

  return (
    <Page
      title={t('shell.menu./setting')}
      lead={t('topics.lead')}
      section={t('topics.title')}
      count={some ? { value: data.length, label: t('topics.count', { count: data.length }) } : null}
      actions={
        <>
          <RefreshButton onRefresh={topics.refetch} />
          {some && (
            <HeadButton variant="main" onClick={create}>
              <Plus />
              <HeadButtonText>{t('topics.create')}</HeadButtonText>
            </HeadButton>
          )}
        </>
      }
    >
      <SettingTabs current={topicsAddress} />
      <Read
        of={topics}
        failed="topics.failed"
        skeleton={<TopicListSkeleton />}
        instead={{ NOT_SUPPORTED: <NotOnThisStorage /> }}
      >
        {topics =>
          some ? (
            <TopicList topics={topics} />
          ) : (
            <EmptyState
              drawing={<EmptyStorehouse />}
              title={t('topics.empty.title')}
              lead={t('topics.empty.lead')}
              action={
                <Button variant="main" onClick={create}>
                  <Plus />
                  {t('topics.create')}
                </Button>
              }
            />
          )
        }
      </Read>
      {creating && <TopicDialog topic={null} onCreated={created} onClose={() => setCreating(false)} />}
      {secret.dialog}
    </Page>
  )
}
