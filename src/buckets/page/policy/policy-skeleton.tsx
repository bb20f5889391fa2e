import { chakra } from '@chakra-ui/react'
import { useText } from '../../../i18n/text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

export function PolicySkeleton() {
  const t = useText()
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton height="480px" borderRadius="md" />
    </chakra.div>
  )
}
