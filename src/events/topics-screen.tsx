import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { Topic } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Anchor } from '../ui/anchor.tsx'
import { EmptyStorehouse } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton, RefreshButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { CardsSkeleton, CellSkeleton, TableSkeleton } from '../ui/list-skeletons.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Caption, Card, Cards, Cell, HeadCell, Row, Table, TableOrCards } from '../ui/table.tsx'
import { topicAddress, topicsAddress } from './addresses.ts'
import { useTopics } from './queries.ts'
import { NotOnThisStorage, SettingTabs, TurnedOff } from './setting.tsx'
import { TopicState, TopicTarget } from './topic-facts.tsx'
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
          {some && <HeadCreateButton label={t('topics.create')} onClick={create} />}
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
              action={<CreateButton label={t('topics.create')} onClick={create} />}
            />
          )
        }
      </Read>
      {creating && <TopicDialog topic={null} onCreated={created} onClose={() => setCreating(false)} />}
      {secret.dialog}
    </Page>
  )
}

/** Minimum width of the table, in px. */
const leastTable = 680

/** The topics, as a table or as cards. */
function TopicList({ topics }: { topics: readonly Topic[] }) {
  const t = useText()
  return (
    <TableOrCards
      least={leastTable}
      table={
        <Table>
          <Caption>{t('topics.title')}</Caption>
          <Head />
          <tbody>
            {topics.map(topic => (
              <Row key={topic.name}>
                <Cell>
                  <TopicLink name={topic.name} />
                </Cell>
                <Cell>
                  <TopicTarget topic={topic} />
                </Cell>
                <Cell>
                  <TopicState topic={topic} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
      cards={
        <Cards aria-label={t('topics.title')}>
          {topics.map(topic => (
            <Card key={topic.name}>
              <chakra.div
                flex="1"
                minW="0"
                display="flex"
                flexDirection="column"
                alignItems="flex-start"
                gap="2"
              >
                <TopicLink name={topic.name} />
                <chakra.span textStyle="small" color="fg.muted" maxW="full">
                  <TopicTarget topic={topic} />
                </chakra.span>
                <TopicState topic={topic} />
              </chakra.div>
            </Card>
          ))}
        </Cards>
      }
    />
  )
}

function TopicLink({ name }: { name: string }) {
  return (
    <Anchor href={topicAddress(name)} fontWeight="medium" overflowWrap="anywhere">
      {name}
    </Anchor>
  )
}

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col" width="26%">
          {t('topics.name')}
        </HeadCell>
        <HeadCell scope="col">{t('topics.target')}</HeadCell>
        <HeadCell scope="col" width="28%">
          {t('topics.state')}
        </HeadCell>
      </tr>
    </thead>
  )
}

function TopicListSkeleton() {
  return (
    <TableOrCards
      least={leastTable}
      table={
        <TableSkeleton head={<Head />} widths={['55%', '70%', '45%']}>
          {width => (
            <>
              <CellSkeleton style={{ width }} />
              <CellSkeleton width="70%" />
              <CellSkeleton width="88px" h="22px" />
            </>
          )}
        </TableSkeleton>
      }
      cards={
        <CardsSkeleton>
          <Skeleton width="75%" h="10px" />
          <Skeleton width="88px" h="22px" />
        </CardsSkeleton>
      }
    />
  )
}
