import type { ComponentType } from 'react'
import type { OperationId } from '../../domain/permissions.ts'
import type { MessageId } from '../i18n/messages.ts'

export type BucketTab = {
  /** The last part of its address. */
  tab: string
  text: MessageId
  /** What the user must be allowed to do, to see it. */
  need: OperationId
  Tab: ComponentType<{ bucket: string }>
}

/** The tabs of a bucket's page, in order. Each is a `lazyScreen`: a chunk of its own. */
export const tabs: readonly BucketTab[] = []
