import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pause, Pencil, Play, RefreshCcwDot, Send, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { mayCall } from '../../domain/permissions.ts'
import type { TopicDetail } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { bucketPageAddress } from '../buckets/addresses.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { showFailure } from '../shell/show-failure.ts'
import { showToast } from '../shell/toast.ts'
import { ItemMenu } from '../ui/action-menu.tsx'
import { Anchor } from '../ui/anchor.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { NoSuchPlace } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeadButton, HeadButtonText, RefreshButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { BackLink, LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { topicsAddress } from './addresses.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { refreshTopic, useFollowedTopic, useTopic } from './queries.ts'
import { NotOnThisStorage, TurnedOff } from './setting.tsx'
import { TopicState, TopicTarget } from './topic-facts.tsx'
import { useSecret } from './use-secret.tsx'

const TopicDialog = lazyDialog(() => import('./topic-dialog.tsx'))
const RotateSecret = lazyDialog(() => import('./rotate-secret-dialog.tsx'))
const DeleteTopic = lazyDialog(() => import('./delete-topic-dialog.tsx'))

/** A topic: its target and its log. */
export default function TopicScreen({ name }: { name: string }) {
  return mayCall(useUser(), 'getTopic') ? <Shown key={name} name={name} /> : <TurnedOff />
}

function Shown({ name }: { name: string }) {
  const t = useText()
  useFollowedTopic(name)
  const page = (content: ReactNode) => (
    <Page title={name} back={<ToTopics />}>
      {content}
    </Page>
  )
  const gone = (
    <EmptyState
      level={1}
      drawing={<NoSuchPlace />}
      title={t('topics.gone.title', { name })}
      lead={t('topics.gone.lead')}
      action={<LinkButton to={topicsAddress}>{t('topics.gone.toTopics')}</LinkButton>}
    />
  )
  return (
    <Read
      of={useTopic(name)}
      failed="topics.oneFailed"
      skeleton={page(<Skeleton width="60%" />)}
      instead={{ TOPIC_NOT_FOUND: gone, NOT_SUPPORTED: page(<NotOnThisStorage />) }}
      frame={page}
    >
      {detail => <Topic detail={detail} />}
    </Read>
  )
}

type OpenDialog = 'change' | 'rotate' | 'delete' | null

function Topic({ detail }: { detail: TopicDetail }) {
  const t = useText()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [busy, setBusy] = useState(false)
  const secret = useSecret()
  const { topic, counts, buckets } = detail
  const { name, paused, address } = topic
  const close = () => setDialog(null)

  async function test() {
    setBusy(true)
    const outcome = await result(api.POST('/notification/topic/test', { body: { name } }))
    if (outcome.ok) {
      showToast(paused ? 'topics.testWaits' : 'topics.testSent', { about: name })
    } else showFailure(outcome)
    setBusy(false)
  }
  async function pause() {
    const outcome = await result(api.PUT('/notification/topic', { body: { name, paused: !paused } }))
    if (!outcome.ok) return showFailure(outcome)
    showToast(paused ? 'topics.resumedToast' : 'topics.pausedToast', { about: name })
  }

  return (
    <Page
      title={name}
      section={t('topics.title')}
      back={<ToTopics />}
      actions={
        <>
          <RefreshButton onRefresh={() => refreshTopic(client, name)} />
          <HeadButton loading={busy} onClick={() => void test()}>
            <Send />
            <HeadButtonText>{t('topics.test')}</HeadButtonText>
          </HeadButton>
          <ItemMenu
            name={name}
            actions={[
              {
                id: 'pause',
                label: t(paused ? 'topics.resume' : 'topics.pause'),
                icon: paused ? <Play /> : <Pause />,
                run: () => void pause(),
              },
              { id: 'change', label: t('topics.change'), icon: <Pencil />, run: () => setDialog('change') },
              ...(address === null
                ? []
                : [
                    null,
                    {
                      id: 'reveal',
                      label: t('topics.reveal'),
                      icon: <KeyRound />,
                      run: () => void secret.reveal(name),
                    },
                    {
                      id: 'rotate',
                      label: t('topics.rotate'),
                      icon: <RefreshCcwDot />,
                      run: () => setDialog('rotate'),
                    },
                  ]),
              null,
              {
                id: 'delete',
                label: t('common.delete'),
                icon: <Trash2 />,
                danger: true,
                run: () => setDialog('delete'),
              },
            ]}
          />
        </>
      }
    >
      <Facts topic={topic} buckets={buckets} />
      <DeliveryLog topic={topic} counts={counts} />
      {dialog === 'change' && <TopicDialog topic={topic} onClose={close} />}
      {dialog === 'rotate' && (
        <RotateSecret
          name={name}
          confirmed={secret.confirmed}
          onRotated={made => {
            close()
            secret.show(name, made)
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteTopic
          name={name}
          buckets={buckets}
          onDeleted={() => navigate(topicsAddress, { replace: true })}
          onClose={close}
        />
      )}
      {secret.dialog}
    </Page>
  )
}

function Facts({ topic, buckets }: Pick<TopicDetail, 'topic' | 'buckets'>) {
  const t = useText()
  const format = useFormats()
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      gap="5"
      mb="8"
    >
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="5"
        rowGap="2"
        alignContent="start"
      >
        <Term>{t('topics.target')}</Term>
        <dd>
          <TopicTarget topic={topic} />
        </dd>
        <Term>{t('topics.state')}</Term>
        <dd>
          <TopicState topic={topic} />
        </dd>
        {topic.refused_at !== null && (
          <>
            <Term>{t('topics.refused')}</Term>
            <dd>{t('topics.refusedAt', { time: format.dateTime(topic.refused_at) })}</dd>
          </>
        )}
        {topic.altered_at !== null && (
          <>
            <Term>{t('topics.altered')}</Term>
            <dd>{t('topics.alteredAt', { time: format.dateTime(topic.altered_at) })}</dd>
          </>
        )}
        <Term>{t('topics.buckets')}</Term>
        <chakra.dd overflowWrap="anywhere">
          {buckets.length === 0 ? (
            t('topics.noBuckets')
          ) : (
            <chakra.ul listStyleType="none">
              {buckets.map(bucket => (
                <li key={bucket}>
                  <Anchor href={bucketPageAddress(bucket)} color="fg.accent">
                    {bucket}
                  </Anchor>
                </li>
              ))}
            </chakra.ul>
          )}
        </chakra.dd>
        <Term>{t('topics.createdAt')}</Term>
        <chakra.dd textStyle="figures">{format.dateTime(topic.created_at)}</chakra.dd>
      </chakra.dl>
      <CopyValue label={t('topics.arn')} value={topic.arn} note={t('topics.arnNote')} />
    </chakra.div>
  )
}

const Term = chakra('dt', { base: { color: 'fg.muted', whiteSpace: 'nowrap' } })

function ToTopics() {
  const t = useText()
  return <BackLink to={topicsAddress}>{t('topics.title')}</BackLink>
}
