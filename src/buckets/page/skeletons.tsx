import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { useText } from '../../i18n/text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A column of placeholders, announced as loading. */
export function Loading(props: ComponentProps<typeof Column>) {
  const t = useText()
  return <Column role="status" aria-busy="true" aria-label={t('common.loading')} {...props} />
}

const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column' } })

export function SettingSkeleton() {
  return (
    <Loading gap="4" borderWidth="1px" borderRadius="xl" bg="bg.panel" px={{ base: '4', sm: '6' }} py="6">
      <Skeleton width="160px" h="16px" />
      <Skeleton width="85%" />
      <Skeleton width="60%" />
      <Skeleton width="132px" h="8" borderRadius="md" />
    </Loading>
  )
}

export function PolicySkeleton() {
  return (
    <Loading>
      <Skeleton height="480px" borderRadius="md" />
    </Loading>
  )
}

const Panel = chakra(Column, { base: { borderWidth: '1px', borderRadius: 'xl', p: '6', gap: '4' } })

export function OverviewSkeleton() {
  return (
    <Loading gap="6">
      {['34%', '48%'].map(width => (
        <Panel key={width}>
          <Skeleton width="120px" h="14px" />
          <Skeleton style={{ width }} h="24px" />
          <Skeleton width="80%" />
        </Panel>
      ))}
    </Loading>
  )
}
