import type { OperationId } from '../../domain/permissions.ts'
import { mayCall } from '../../domain/permissions.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { MessageId } from '../i18n/messages.ts'

/** The sections of a bucket beside its files, in order. `need`: the operation that the user must be allowed to call. */
const sections = [
  { tab: 'overview', text: 'bucket.tab.overview', need: 'getBucketOverview' },
  { tab: 'sharing', text: 'bucket.tab.sharing', need: 'getBucketAcl' },
  { tab: 'policy', text: 'bucket.tab.policy', need: 'getBucketPolicy' },
  { tab: 'versions', text: 'bucket.tab.versions', need: 'getBucketVersioning' },
  { tab: 'lock', text: 'bucket.tab.lock', need: 'getBucketObjectLock' },
  { tab: 'lifecycle', text: 'bucket.tab.lifecycle', need: 'getBucketLifecycle' },
  { tab: 'cors', text: 'bucket.tab.cors', need: 'getBucketCors' },
  { tab: 'tags', text: 'bucket.tab.tags', need: 'getBucketTags' },
] as const satisfies { tab: string; text: MessageId; need: OperationId }[]

/** The last segment of its address. */
export type SectionName = (typeof sections)[number]['tab']

/** The sections that the user may open. */
export function sectionsFor(user: CurrentUser) {
  return sections.filter(({ need }) => mayCall(user, need))
}
