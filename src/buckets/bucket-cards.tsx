import { chakra } from '@chakra-ui/react'
import { Database } from 'lucide-react'
import type { Bucket } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Card, Cards } from '../ui/cards.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { bucketAddress } from './address.ts'
import { type AskAbout, BucketActions } from './bucket-actions.tsx'

/** The buckets as cards. */
export function BucketCards({ buckets, onAsk }: { buckets: readonly Bucket[]; onAsk: AskAbout | null }) {
  const t = useText()
  const format = useFormats()
  return (
    <Cards aria-label={t('buckets.title')}>
      {buckets.map(bucket => {
        const facts = [
          bucket.size !== null && format.bytes(bucket.size),
          bucket.objects !== null && t('buckets.objectCount', { count: bucket.objects }),
          format.date(bucket.created_at),
        ].filter(fact => fact !== false)
        return (
          <Card key={bucket.name} position="relative" alignItems="center" minH="16">
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
            </chakra.div>
            <chakra.span position="relative" zIndex="1">
              <BucketActions bucket={bucket} onAsk={onAsk} />
            </chakra.span>
          </Card>
        )
      })}
    </Cards>
  )
}

/** Cards in the shape of what comes. */
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
