import { chakra } from '@chakra-ui/react'
import { Globe, History, LockKeyhole, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BucketStatus } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Tip } from '../../ui/tip.tsx'
import { bucketPageAddress } from '../addresses.ts'

/** Icons for the features that are on in a bucket, linked to their tabs. */
export function BucketMarks({ status }: { status: BucketStatus | undefined }) {
  const t = useText()
  if (!status) return null
  const { bucket, acl, versioning, object_lock: lock } = status
  return (
    <chakra.span display="flex" alignItems="center" gap="1.5" position="relative" zIndex="1">
      {acl && (
        <Mark
          to={bucketPageAddress(bucket, 'sharing')}
          says={t(`buckets.mark.${acl}.tip`)}
          tone={acl === 'public' ? 'warning' : 'plain'}
        >
          {acl === 'public' ? <Globe /> : <LockKeyhole />}
          {t(`buckets.mark.${acl}`)}
        </Mark>
      )}
      {versioning && versioning !== 'off' && (
        <Mark to={bucketPageAddress(bucket, 'versions')} says={t(`buckets.mark.versions.${versioning}`)}>
          <History />
        </Mark>
      )}
      {lock?.enabled && (
        <Mark
          to={bucketPageAddress(bucket, 'lock')}
          says={
            lock.retention
              ? t(`buckets.mark.lock.${lock.retention.mode}`, { days: lock.retention.days })
              : t('buckets.mark.lock')
          }
        >
          <ShieldCheck />
        </Mark>
      )}
    </chakra.span>
  )
}

const Look = chakra(Anchor, {
  base: {
    alignItems: 'center',
    gap: '1',
    minW: '6',
    h: '6',
    justifyContent: 'center',
    px: '1.5',
    borderRadius: 'full',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    _icon: { boxSize: '14px', flexShrink: '0' },
  },
  variants: {
    tone: {
      plain: { bg: 'bg.muted', color: 'fg.muted', _hover: { color: 'fg' } },
      warning: { bg: 'warning.subtle', color: 'fg.warning' },
    },
  },
  defaultVariants: { tone: 'plain' },
})

type MarkProps = { to: string; says: string; tone?: 'plain' | 'warning'; children: ReactNode }

function Mark({ to, says, tone = 'plain', children }: MarkProps) {
  return (
    <Tip label={says}>
      <Look href={to} aria-label={says} tone={tone}>
        {children}
      </Look>
    </Tip>
  )
}
