import { chakra } from '@chakra-ui/react'
import {
  CalendarDays,
  ChevronRight,
  CircleHelp,
  Globe,
  History,
  Lock,
  LockKeyhole,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BucketOverview, UnreadPart } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Section } from '../../../ui/section.tsx'
import { bucketPageAddress } from '../../addresses.ts'
import { reasonText } from '../../dialogs/public-facts.tsx'

/** The features of the bucket, with links to their tabs. */
export function StateSection({ overview }: { overview: BucketOverview }) {
  const t = useText()
  const format = useFormats()
  const { name, public_by, versioning, lock, encryption, created_at, lacks, unread } = overview
  const isPublic = public_by !== null && public_by.length > 0
  const whyOf = (part: UnreadPart['part']) => unread.find(each => each.part === part)?.why
  /** Undefined: features that the storage lacks are shown elsewhere. */
  const told = (part: UnreadPart['part'], text: () => string) => {
    const why = whyOf(part)
    if (why === undefined) return text()
    return why === 'absent' ? undefined : t(`bucket.overview.unread.${why}`)
  }
  const versions = told('versioning', () => t(`bucket.overview.versioning.${versioning ?? 'off'}`))
  const locks = told('lock', () => lockText(t, lock))
  const encrypts = lacks.includes('bucket-encryption')
    ? undefined
    : told('encryption', () =>
        encryption === null
          ? t('bucket.overview.noEncryption')
          : t('bucket.overview.encrypted', { algorithm: encryption }),
      )
  return (
    <Section title={t('bucket.overview.state')}>
      <chakra.ul listStyleType="none" mx="-2">
        {public_by === null ? (
          <Fact
            icon={<CircleHelp />}
            title={t('bucket.overview.accessUnread')}
            warn
            to={bucketPageAddress(name, 'sharing')}
          >
            {t(`bucket.overview.unread.${whyOf('access') ?? 'failed'}`)}
          </Fact>
        ) : (
          <Fact
            icon={isPublic ? <Globe /> : <Lock />}
            title={t(isPublic ? 'bucket.overview.public' : 'bucket.overview.private')}
            warn={isPublic}
            to={bucketPageAddress(name, 'sharing')}
          >
            {isPublic
              ? public_by.map(each => reasonText(t, each)).join(' ')
              : t('bucket.overview.privateLead')}
          </Fact>
        )}
        {versions && (
          <Fact icon={<History />} title={t('bucket.tab.versions')} to={bucketPageAddress(name, 'versions')}>
            {versions}
          </Fact>
        )}
        {locks && (
          <Fact icon={<LockKeyhole />} title={t('bucket.tab.lock')} to={bucketPageAddress(name, 'lock')}>
            {locks}
          </Fact>
        )}
        {encrypts && (
          <Fact icon={<ShieldCheck />} title={t('bucket.overview.encryption')}>
            {encrypts}
          </Fact>
        )}
        <Fact icon={<CalendarDays />} title={t('bucket.overview.created')}>
          {format.dateTime(created_at)}
        </Fact>
      </chakra.ul>
    </Section>
  )
}

function lockText(t: Text, lock: BucketOverview['lock']): string {
  if (!lock) return t('bucket.overview.lock.off')
  if (!lock.mode) return t('bucket.overview.lock.noDefault')
  return lock.days === null
    ? t(`bucket.overview.lock.${lock.mode}Years`, { count: lock.years ?? 0 })
    : t(`bucket.overview.lock.${lock.mode}`, { count: lock.days })
}

type FactProps = { icon: ReactNode; title: string; children: ReactNode; warn?: boolean; to?: string }

function Fact({ icon, title, children, warn = false, to }: FactProps) {
  const body = (
    <>
      <chakra.span
        aria-hidden="true"
        color={warn ? 'fg.warning' : 'fg.muted'}
        pt="2px"
        _icon={{ boxSize: '18px', strokeWidth: '1.75' }}
      >
        {icon}
      </chakra.span>
      <chakra.span flex="1" minW="0" display="block">
        <chakra.span display="block" fontWeight="medium" color={warn ? 'fg.warning' : 'fg'}>
          {title}
        </chakra.span>
        <chakra.span
          display="block"
          textStyle="small"
          color="fg.muted"
          overflowWrap="anywhere"
          textWrap="pretty"
        >
          {children}
        </chakra.span>
      </chakra.span>
      {to && (
        <chakra.span aria-hidden="true" color="fg.subtle" alignSelf="center" _icon={{ boxSize: '18px' }}>
          <ChevronRight />
        </chakra.span>
      )}
    </>
  )
  return (
    <li>
      {to ? (
        <Anchor href={to} display="flex" gap="3" px="2" py="2" borderRadius="md" _hover={{ bg: 'bg.hover' }}>
          {body}
        </Anchor>
      ) : (
        <chakra.div display="flex" gap="3" px="2" py="2">
          {body}
        </chakra.div>
      )}
    </li>
  )
}
