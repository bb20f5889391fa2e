import { chakra } from '@chakra-ui/react'
import type { BucketNotification } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Chip } from '../ui/chip.tsx'
import { CardsSkeleton } from '../ui/list-skeletons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Caption, Card, Cards, Cell, HeadCell, Row, Table, TableOrCards } from '../ui/table.tsx'
import { notificationAddress } from './addresses.ts'
import { eventName } from './delivery-facts.tsx'

/** Minimum width of the table, in px. */
const leastTable = 860

/** The bucket notifications, as a table or as cards. */
export function NotificationList({ notifications }: { notifications: readonly BucketNotification[] }) {
  const t = useText()
  return (
    <TableOrCards
      least={leastTable}
      table={
        <Table>
          <Caption>{t('notifications.title')}</Caption>
          <Head />
          <tbody>
            {notifications.map(each => (
              <Row key={`${each.bucket} ${each.name}`}>
                <Cell>
                  <NotificationLink notification={each} />
                </Cell>
                <Cell overflowWrap="anywhere">{each.bucket}</Cell>
                <Cell overflowWrap="anywhere">{each.topic}</Cell>
                <Cell>
                  <EventChips events={each.events} />
                </Cell>
                <Cell secondary overflowWrap="anywhere">
                  <bdi>{each.prefix}</bdi>
                </Cell>
                <Cell secondary overflowWrap="anywhere">
                  <bdi>{each.suffix}</bdi>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
      cards={
        <Cards aria-label={t('notifications.title')}>
          {notifications.map(each => (
            <Card key={`${each.bucket} ${each.name}`}>
              <chakra.div
                flex="1"
                minW="0"
                display="flex"
                flexDirection="column"
                alignItems="flex-start"
                gap="1.5"
              >
                <NotificationLink notification={each} />
                <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
                  {t('notifications.fromTo', { bucket: each.bucket, topic: each.topic })}
                </chakra.p>
                {(each.prefix || each.suffix) && (
                  <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere">
                    <bdi>{`${each.prefix}*${each.suffix}`}</bdi>
                  </chakra.p>
                )}
                <EventChips events={each.events} />
              </chakra.div>
            </Card>
          ))}
        </Cards>
      }
    />
  )
}

function NotificationLink({ notification }: { notification: BucketNotification }) {
  return (
    <Anchor href={notificationAddress(notification)} fontWeight="medium" overflowWrap="anywhere">
      {notification.name}
    </Anchor>
  )
}

export function EventChips({ events }: { events: readonly string[] }) {
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="1">
      {events.map(event => (
        <Chip key={event} whiteSpace="normal" overflowWrap="anywhere">
          {eventName(event)}
        </Chip>
      ))}
    </chakra.span>
  )
}

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col">{t('notifications.name')}</HeadCell>
        <HeadCell scope="col" width="16%">
          {t('notifications.bucket')}
        </HeadCell>
        <HeadCell scope="col" width="14%">
          {t('notifications.topic')}
        </HeadCell>
        <HeadCell scope="col" width="24%">
          {t('notifications.events')}
        </HeadCell>
        <HeadCell scope="col" width="13%">
          {t('notifications.prefix')}
        </HeadCell>
        <HeadCell scope="col" width="11%">
          {t('notifications.suffix')}
        </HeadCell>
      </tr>
    </thead>
  )
}

/** Skeleton cards, which also stand for the table. */
export function NotificationListSkeleton() {
  return (
    <CardsSkeleton>
      <Skeleton width="75%" h="10px" />
      <Skeleton width="120px" h="22px" />
    </CardsSkeleton>
  )
}
