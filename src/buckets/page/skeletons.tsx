import { chakra } from '@chakra-ui/react'
import { useText } from '../../i18n/text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export function SettingSkeleton() {
  const t = useText()
  return (
    <chakra.div
      role="status"
      aria-busy="true"
      aria-label={t('common.loading')}
      display="flex"
      flexDirection="column"
      gap="4"
      borderWidth="1px"
      borderRadius="xl"
      bg="bg.panel"
      px={{ base: '4', sm: '6' }}
      py="6"
    >
      <Skeleton width="160px" h="16px" />
      <Skeleton width="85%" />
      <Skeleton width="60%" />
      <Skeleton width="132px" h="8" borderRadius="md" />
    </chakra.div>
  )
}

export function PolicySkeleton() {
  const t = useText()
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton height="480px" borderRadius="md" />
    </chakra.div>
  )
}

const Panel = chakra('div', {
  base: {
    borderWidth: '1px',
    borderRadius: 'xl',
    p: '6',
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
  },
})

export function OverviewSkeleton() {
  const t = useText()
  return (
    <chakra.div
      role="status"
      aria-busy="true"
      aria-label={t('common.loading')}
      display="flex"
      flexDirection="column"
      gap="6"
    >
      {['34%', '48%'].map(width => (
        <Panel key={width}>
          <Skeleton width="120px" h="14px" />
          <Skeleton style={{ width }} h="24px" />
          <Skeleton width="80%" />
        </Panel>
      ))}
    </chakra.div>
  )
}
