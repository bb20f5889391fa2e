import type { ComponentType } from 'react'
import type { OperationId } from '../../../domain/permissions.ts'
import { versionTexts } from '../../../languages/screen-texts.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { withMessages } from '../../i18n/text.ts'
import { lazyScreen } from '../../ui/lazy.tsx'

/** `type`: the path of a file may end in a slash too. */
export type ObjectTabProps = { bucket: string; path: string; type: ObjectItem['type'] }

type ObjectTab = {
  /** Value of the `tab` parameter in the address. */
  tab: string
  text: MessageId
  /** The permission that the tab needs. */
  need: OperationId
  types: readonly ObjectItem['type'][]
  Tab: ComponentType<ObjectTabProps>
}

/** The tabs of the object panel, in order. Each is a chunk of its own. */
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
