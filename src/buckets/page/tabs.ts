import type { ComponentType } from 'react'
import type { OperationId } from '../../../domain/permissions.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { OverviewSkeleton } from './overview/overview-skeleton.tsx'
import { PolicySkeleton } from './policy/policy-skeleton.tsx'
import { SettingSkeleton } from './setting/setting-skeleton.tsx'

type BucketTab = {
  /** The last segment of its address. */
  tab: string
  text: MessageId
  /** The operation that the user must be allowed to call. */
  need: OperationId
  Tab: ComponentType<{ bucket: string }>
}

/** The tabs of a bucket's page, in order. Each is a chunk of its own, and shows its skeleton while it loads. */
export const tabs: readonly BucketTab[] = [
  {
    tab: 'overview',
    text: 'bucket.tab.overview',
    need: 'getBucketOverview',
    Tab: lazySection(() => import('./overview/overview-tab.tsx'), OverviewSkeleton),
  },
  {
    tab: 'sharing',
    text: 'bucket.tab.sharing',
    need: 'getBucketAcl',
    Tab: lazySection(() => import('./sharing/sharing-tab.tsx'), SettingSkeleton),
  },
  {
    tab: 'policy',
    text: 'bucket.tab.policy',
    need: 'getBucketPolicy',
    Tab: lazySection(() => import('./policy/policy-tab.tsx'), PolicySkeleton),
  },
  {
    tab: 'versions',
    text: 'bucket.tab.versions',
    need: 'getBucketVersioning',
    Tab: lazySection(() => import('./versions/versions-tab.tsx'), SettingSkeleton),
  },
  {
    tab: 'lock',
    text: 'bucket.tab.lock',
    need: 'getBucketObjectLock',
    Tab: lazySection(() => import('./lock/lock-tab.tsx'), SettingSkeleton),
  },
  {
    tab: 'lifecycle',
    text: 'bucket.tab.lifecycle',
    need: 'getBucketLifecycle',
    Tab: lazySection(() => import('./lifecycle/lifecycle-tab.tsx'), SettingSkeleton),
  },
  {
    tab: 'cors',
    text: 'bucket.tab.cors',
    need: 'getBucketCors',
    Tab: lazySection(() => import('./cors/cors-tab.tsx'), SettingSkeleton),
  },
  {
    tab: 'tags',
    text: 'bucket.tab.tags',
    need: 'getBucketTags',
    Tab: lazySection(() => import('./tags/tags-tab.tsx'), SettingSkeleton),
  },
]
