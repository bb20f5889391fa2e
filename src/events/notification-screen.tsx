import { chakra } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { mayCall } from '../../domain/permissions.ts'
import type { BucketNotification } from '../../openapi/schema.ts'
import { bucketPageAddress } from '../buckets/addresses.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Anchor } from '../ui/anchor.tsx'
import { NoSuchPlace } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { HeadButton, HeadButtonText } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { BackLink, LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { notificationsAddress, topicAddress } from './addresses.ts'
import { EventChips } from './notification-list.tsx'
import { useNotification } from './queries.ts'
import { NotOnThisStorage, TurnedOff } from './setting.tsx'

const DeleteNotification = lazyDialog(() => import('./delete-notification-dialog.tsx'))

type Props = { bucket: string; name: string }

export default function NotificationScreen(props: Props) {
  return mayCall(useUser(), 'getBucketNotification') ? (
    <Shown key={`${props.bucket} ${props.name}`} {...props} />
  ) : (
    <TurnedOff />
  )
}

function Shown({ bucket, name }: Props) {
  const t = useText()
  const [, navigate] = useLocation()
  const [deleting, setDeleting] = useState(false)
  const query = useNotification(bucket, name)
  const { data } = query
  const gone = (
    <EmptyState
      level={1}
      drawing={<NoSuchPlace />}
      title={t('notifications.gone.title', { bucket, name })}
      lead={t('topics.gone.lead')}
      action={<LinkButton to={notificationsAddress}>{t('notifications.gone.toNotifications')}</LinkButton>}
    />
  )
  const page = (content: ReactNode) => (
    <Page
      title={name}
      section={t('notifications.title')}
      back={<BackLink to={notificationsAddress}>{t('notifications.title')}</BackLink>}
      actions={
        data && (
          <HeadButton onClick={() => setDeleting(true)}>
            <Trash2 />
            <HeadButtonText>{t('notifications.delete')}</HeadButtonText>
          </HeadButton>
        )
      }
    >
      {content}
      {deleting && data && (
        <DeleteNotification
          notification={data}
          onDeleted={() => navigate(notificationsAddress, { replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  )
  return (
    <Read
      of={query}
      failed="notifications.oneFailed"
      skeleton={page(<Skeleton width="60%" />)}
      instead={{ NOT_FOUND: gone, BUCKET_NOT_FOUND: gone, NOT_SUPPORTED: page(<NotOnThisStorage />) }}
      frame={page}
    >
      {notification => page(<Facts notification={notification} />)}
    </Read>
  )
}

function Facts({ notification }: { notification: BucketNotification }) {
  const t = useText()
  const { bucket, topic, events, prefix, suffix } = notification
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      columnGap="5"
      rowGap="2"
      overflowWrap="anywhere"
    >
      <Term>{t('notifications.bucket')}</Term>
      <dd>
        <Anchor href={bucketPageAddress(bucket)} color="fg.accent">
          {bucket}
        </Anchor>
      </dd>
      <Term>{t('notifications.topic')}</Term>
      <dd>
        <Anchor href={topicAddress(topic)} color="fg.accent">
          {topic}
        </Anchor>
      </dd>
      <Term>{t('notifications.events')}</Term>
      <dd>
        <EventChips events={events} />
      </dd>
      <Term>{t('notifications.prefix')}</Term>
      <dd>{prefix ? <bdi>{prefix}</bdi> : t('notifications.anyPrefix')}</dd>
      <Term>{t('notifications.suffix')}</Term>
      <dd>{suffix ? <bdi>{suffix}</bdi> : t('notifications.anySuffix')}</dd>
    </chakra.dl>
  )
}

const Term = chakra('dt', { base: { color: 'fg.muted' } })
