import { chakra } from '@chakra-ui/react'
import { Database } from 'lucide-react'
import { mayCall } from '../../../domain/permissions.ts'
import type { Bucket } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'
import { Anchor } from '../../ui/anchor.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Card, Cards } from '../../ui/table.tsx'
import { bucketAddress } from '../addresses.ts'
import { useStatus } from '../queries.ts'
import { BucketMarks } from './bucket-marks.tsx'
import { type OnBucketAct, type OnMenu, useBucketActions } from './bucket-menu.tsx'

type RowProps = { onAct: OnBucketAct; onMenu: OnMenu }

export function BucketCards({ buckets, ...row }: { buckets: readonly Bucket[] } & RowProps) {
  const t = useText()
  return (
    <Cards aria-label={t('buckets.title')}>
      {buckets.map(bucket => (
        <BucketCard key={bucket.name} bucket={bucket} {...row} />
      ))}
    </Cards>
  )
}

function BucketCard({ bucket, onAct, onMenu }: { bucket: Bucket } & RowProps) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const [ref, status] = useStatus(bucket.name)
  const actions = useBucketActions(bucket, status, onAct)
  const facts = [
    bucket.size !== null && format.bytes(bucket.size),
    bucket.objects !== null && t('buckets.objectCount', { count: bucket.objects }),
    format.date(bucket.created_at),
  ].filter(fact => fact !== false)
  return (
    <Card
      ref={ref}
      position="relative"
      alignItems="center"
      minH="16"
      onContextMenu={event => onMenu(event, bucket.name, actions)}
    >
      <chakra.span color="fg.accent" flexShrink="0" _icon={{ boxSize: '22px', strokeWidth: '1.75' }}>
        <Database aria-hidden="true" />
      </chakra.span>
      <chakra.div flex="1" minW="0">
        <Anchor
          href={bucketAddress(bucket.name)}
          display="block"
          overflowWrap="anywhere"
          fontWeight="medium"
          _after={{ content: '""', position: 'absolute', inset: '0' }}
        >
          {bucket.name}
        </Anchor>
        <chakra.p
          display="flex"
          flexWrap="wrap"
          columnGap="3"
          textStyle="small"
          fontFamily="figures"
          fontVariantNumeric="tabular-nums"
          color="fg.muted"
        >
          {facts.map(fact => (
            <span key={fact}>{fact} </span>
          ))}
        </chakra.p>
        {mayCall(user, 'getBucketStatus') && (
          <chakra.div mt="1.5" minH="6">
            <BucketMarks status={status} />
          </chakra.div>
        )}
      </chakra.div>
      <chakra.span position="relative" zIndex="1">
        <ItemMenu name={bucket.name} size="sm" actions={actions} />
      </chakra.span>
    </Card>
  )
}

export function BucketCardsSkeleton() {
  return (
    <Cards aria-busy="true">
      {['55%', '70%', '45%', '60%'].map(width => (
        <Card key={width} alignItems="center" minH="16">
          <Skeleton boxSize="22px" borderRadius="sm" />
          <chakra.div flex="1" display="flex" flexDirection="column" gap="2.5">
            <Skeleton style={{ width }} />
            <Skeleton width="75%" h="10px" />
          </chakra.div>
        </Card>
      ))}
    </Cards>
  )
}
