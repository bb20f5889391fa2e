import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { columns, fromLarge, fromSmall } from './file-row.tsx'

const widths = ['38%', '52%', '27%', '44%', '61%', '33%', '48%', '29%', '55%', '40%']

/** Rows in the shape of what comes. */
export function ListSkeleton() {
  const t = useText()
  return (
    <chakra.div flex="1" overflow="hidden" aria-busy="true" role="status" aria-label={t('common.loading')}>
      <chakra.div h="9" borderBottomWidth="1px" />
      {widths.map(width => (
        <chakra.div
          key={width}
          display="grid"
          gridTemplateColumns={columns}
          alignItems="center"
          h={{ base: '16', sm: '44px' }}
          borderBottomWidth="1px"
        >
          <Skeleton boxSize="18px" borderRadius="5px" mx="auto" />
          <chakra.span display="flex" alignItems="center" gap="3">
            <Skeleton boxSize="20px" borderRadius="sm" />
            <Skeleton style={{ width }} />
          </chakra.span>
          <Skeleton width="96px" ms="3" display={fromLarge} />
          <Skeleton width="56px" ms="auto" me="3" display={fromSmall} />
          <Skeleton width="120px" ms="3" display={fromSmall} />
          <Skeleton width="72px" ms="3" display={fromLarge} />
        </chakra.div>
      ))}
    </chakra.div>
  )
}
