import type { ComponentType } from 'react'
import type { OperationId } from '../../domain/permissions.ts'
import type { MessageId } from '../i18n/messages.ts'
import { lazyScreen } from '../ui/lazy.tsx'

export type BucketTab = {
  /** The last part of its address. */
  tab: string
  text: MessageId
  /** What the user must be allowed to do, to see it. */
  need: OperationId
  Tab: ComponentType<{ bucket: string }>
}

/** The tabs of a bucket's page, in order. Each is a `lazyScreen`: a chunk of its own. */
export const tabs: readonly BucketTab[] = [
  {
    tab: 'overview',
    text: 'bucket.tab.overview',
    need: 'getBucketOverview',
    Tab: lazyScreen(() => import('./overview/overview-tab.tsx')),
  },
  {
    tab: 'sharing',
    text: 'bucket.tab.sharing',
    need: 'getBucketAcl',
    Tab: lazyScreen(() => import('./sharing/sharing-tab.tsx')),
  },
  {
    tab: 'policy',
    text: 'bucket.tab.policy',
    need: 'getBucketPolicy',
    Tab: lazyScreen(() => import('./policy/policy-tab.tsx')),
  },
  {
    tab: 'versions',
    text: 'bucket.tab.versions',
    need: 'getBucketVersioning',
    Tab: lazyScreen(() => import('./versions/versions-tab.tsx')),
  },
  {
    tab: 'lock',
    text: 'bucket.tab.lock',
    need: 'getBucketObjectLock',
    Tab: lazyScreen(() => import('./lock/lock-tab.tsx')),
  },
  {
    tab: 'lifecycle',
    text: 'bucket.tab.lifecycle',
    need: 'getBucketLifecycle',
    Tab: lazyScreen(() => import('./lifecycle/lifecycle-tab.tsx')),
  },
  {
    tab: 'cors',
    text: 'bucket.tab.cors',
    need: 'getBucketCors',
    Tab: lazyScreen(() => import('./cors/cors-tab.tsx')),
  },
  {
    tab: 'tags',
    text: 'bucket.tab.tags',
    need: 'getBucketTags',
    Tab: lazyScreen(() => import('./tags/tags-tab.tsx')),
  },
]
