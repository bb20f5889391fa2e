import type { ComponentType } from 'react'
import { lazySection } from '../../ui/lazy-section.tsx'
import type { SectionName } from '../sections.ts'
import { OverviewSkeleton } from './overview/overview-skeleton.tsx'
import { PolicySkeleton } from './policy/policy-skeleton.tsx'
import { SettingSkeleton } from './setting/setting-skeleton.tsx'

/** The sections of a bucket's page. Each is a chunk of its own, and shows its skeleton while it loads. */
export const tabs: Record<SectionName, ComponentType<{ bucket: string }>> = {
  overview: lazySection(() => import('./overview/overview-tab.tsx'), OverviewSkeleton),
  sharing: lazySection(() => import('./sharing/sharing-tab.tsx'), SettingSkeleton),
  policy: lazySection(() => import('./policy/policy-tab.tsx'), PolicySkeleton),
  versions: lazySection(() => import('./versions/versions-tab.tsx'), SettingSkeleton),
  lock: lazySection(() => import('./lock/lock-tab.tsx'), SettingSkeleton),
  lifecycle: lazySection(() => import('./lifecycle/lifecycle-tab.tsx'), SettingSkeleton),
  cors: lazySection(() => import('./cors/cors-tab.tsx'), SettingSkeleton),
  tags: lazySection(() => import('./tags/tags-tab.tsx'), SettingSkeleton),
}
