import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { AuditHead } from './audit-list.tsx'
import { columns } from './audit-row.tsx'

const widths = ['52%', '38%', '61%', '44%', '57%', '35%', '49%', '41%']

/** Entries in the shape of what comes. */
export function AuditSkeleton() {
  const t = useText()
  const phone = usePhone()
  return (
    <chakra.div aria-busy="true" role="status" aria-label={t('common.loading')}>
      {!phone && <AuditHead />}
      {widths.map(width => (
        <chakra.div
          key={width}
          display={{ base: 'flex', sm: 'grid' }}
          gridTemplateColumns={columns}
          columnGap="5"
          alignItems="center"
          px="3"
          h={{ base: '104px', sm: '61px' }}
          mb={{ base: '2', sm: '0' }}
          borderWidth={{ base: '1px', sm: '0 0 1px' }}
          borderRadius={{ base: 'lg', sm: '0' }}
        >
          <chakra.span display="flex" alignItems="center" gap="3" flex="1">
            <Skeleton boxSize="9" flexShrink="0" />
            <Skeleton style={{ width }} />
          </chakra.span>
          {!phone && (
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
