import type { ComponentType } from 'react'
import type { OperationId } from '../../domain/permissions.ts'
import { versionTexts } from '../../languages/languages.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import type { MessageId } from '../i18n/messages.ts'
import { withMessages } from '../i18n/text.ts'
import { lazyScreen } from '../ui/lazy.tsx'

export type ObjectTabProps = { bucket: string; path: string }

export type ObjectTab = {
  /** In the address. */
  tab: string
  text: MessageId
  /** What the user must be allowed to do, to see it. */
  need: OperationId
  /** What it is for. */
  types: readonly ObjectItem['type'][]
  Tab: ComponentType<ObjectTabProps>
}

/** The tabs of the object panel, in order. Each is a `lazyScreen`: a chunk of its own. */
export const tabs: readonly ObjectTab[] = [
  {
    tab: 'details',
    text: 'object.tab.details',
    need: 'getObjectDetails',
    types: ['file', 'folder'],
    Tab: lazyScreen(() => withMessages(import('./details/details-tab.tsx'), versionTexts)),
  },
  {
    tab: 'versions',
    text: 'files.versions',
    need: 'listObjectVersions',
    types: ['file'],
    Tab: lazyScreen(() => withMessages(import('./versions/versions-tab.tsx'), versionTexts)),
  },
  {
    tab: 'sharing',
    text: 'object.tab.sharing',
    need: 'getObjectAcl',
    types: ['file'],
    Tab: lazyScreen(() => import('./sharing/sharing-tab.tsx')),
  },
]
