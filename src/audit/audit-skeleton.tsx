import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWidthClass } from '../ui/use-width-class.ts'
import { AuditHead } from './audit-list.tsx'
import { columns, leastRow } from './audit-row.tsx'

const widths = ['52%', '38%', '61%', '44%', '57%', '35%', '49%', '41%']

export function AuditSkeleton() {
  const t = useText()
  const [place, room] = useWidthClass(leastRow)
  const cards = room === 0
  return (
    <chakra.div ref={place} aria-busy="true" role="status" aria-label={t('common.loading')}>
      {!cards && <AuditHead />}
      {widths.map(width => (
        <chakra.div
          key={width}
          display={cards ? 'flex' : 'grid'}
          gridTemplateColumns={columns}
          columnGap="5"
          alignItems="center"
          px="3"
          h={cards ? '104px' : '61px'}
          mb={cards ? '2' : '0'}
          borderWidth={cards ? '1px' : '0 0 1px'}
          borderRadius={cards ? 'lg' : '0'}
        >
          <chakra.span display="flex" alignItems="center" gap="3" flex="1">
            <Skeleton boxSize="9" flexShrink="0" />
            <Skeleton style={{ width }} />
          </chakra.span>
          {!cards && (
            <>
              <Skeleton width="70%" />
              <Skeleton width="55%" />
              <Skeleton width="64px" ms="auto" />
            </>
          )}
        </chakra.div>
      ))}
    </chakra.div>
  )
}
