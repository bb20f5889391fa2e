import { chakra } from '@chakra-ui/react'
import type { ComponentType } from 'react'
import { Redirect } from 'wouter'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { NoSuchPlace } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureState } from '../../ui/failure.tsx'
import { chunk, type Load } from '../../ui/lazy.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { bucketAddress, bucketPageAddress } from '../addresses.ts'
import { BucketHead } from '../bucket-head.tsx'
import { useBuckets } from '../queries.ts'
import { type SectionName, sectionsFor } from '../sections.ts'
import { OverviewSkeleton, PolicySkeleton, SettingSkeleton } from './skeletons.tsx'

type Props = { bucket: string; tab: string | undefined }

/** The page of one bucket: its settings and features, beside its files. */
export default function BucketScreen({ bucket, tab }: Props) {
  const t = useText()
  const user = useUser()
  const { data: buckets } = useBuckets()
  const open = sectionsFor(user)
  const shown = open.find(each => each.tab === tab)
  if (buckets && !buckets.some(({ name }) => name === bucket)) {
    return (
      <EmptyState
        level={1}
        drawing={<NoSuchPlace />}
        title={t('bucket.notFound')}
        lead={t('bucket.notFoundLead')}
        action={<LinkButton to="/bucket-management">{t('bucket.toBuckets')}</LinkButton>}
      />
    )
  }
  if (!shown) {
    const [first] = open
    return <Redirect to={first ? bucketPageAddress(bucket, first.tab) : bucketAddress(bucket)} replace />
  }
  const Tab = tabs[shown.tab]
  return (
    <>
      <BucketHead place={{ bucket, prefix: '' }} section={shown.tab} />
      <chakra.div
        px={{ base: '4', sm: '6', lg: '8' }}
        pt="3"
        pb="max(0px, 64px - var(--tray-room, 0px))"
        maxW="1280px"
      >
        <Tab key={bucket} bucket={bucket} />
      </chakra.div>
    </>
  )
}

/** The sections of a bucket's page. Each is a chunk of its own, and shows its skeleton while it loads. */
const tabs: Record<SectionName, ComponentType<{ bucket: string }>> = {
  overview: lazySection(() => import('./overview/overview-tab.tsx'), OverviewSkeleton),
  sharing: lazySection(() => import('./sharing/sharing-tab.tsx'), SettingSkeleton),
  policy: lazySection(() => import('./policy/policy-tab.tsx'), PolicySkeleton),
  versions: lazySection(() => import('./versions/versions-tab.tsx'), SettingSkeleton),
  lock: lazySection(() => import('./lock/lock-tab.tsx'), SettingSkeleton),
  lifecycle: lazySection(() => import('./lifecycle/lifecycle-tab.tsx'), SettingSkeleton),
  cors: lazySection(() => import('./cors/cors-tab.tsx'), SettingSkeleton),
  tags: lazySection(() => import('./tags/tags-tab.tsx'), SettingSkeleton),
}

/** A section: `Waiting` while it loads, and a retry if it failed. */
function lazySection<Props extends object>(load: Load<Props>, Waiting: ComponentType): ComponentType<Props> {
  const { useChunk } = chunk(load)
  return function LazySection(props: Props) {
    const t = useText()
    const { Shown, lost, busy, ask } = useChunk()
    if (Shown) return <Shown {...props} />
    if (!lost) return <Waiting />
    return (
      <FailureState
        title={t('app.notLoaded')}
        failure={{ ok: false, code: 'NETWORK' }}
        busy={busy}
        onRetry={() => void ask()}
      />
    )
  }
}
