import { useEffect, useRef } from 'react'
import { bucketTexts } from '../../languages/languages.ts'
import type { Acl, ObjectItem } from '../../openapi/schema.ts'
import { folderName, type Place } from '../buckets/folder-address.ts'
import { withMessages } from '../i18n/text.ts'
import { lazyDialog } from '../ui/lazy.tsx'

const NewFolderDialog = lazyDialog(() => import('./new-folder-dialog.tsx'))
const RenameDialog = lazyDialog(() => withMessages(import('./rename-dialog.tsx'), bucketTexts))
const CopyDialog = lazyDialog(() => withMessages(import('./copy-dialog.tsx'), bucketTexts))
const LinkDialog = lazyDialog(() => withMessages(import('../buckets/link-dialog.tsx'), bucketTexts))
const FileAclDialog = lazyDialog(() => withMessages(import('./file-acl-dialog.tsx'), bucketTexts))
const ManyAclDialog = lazyDialog(() => withMessages(import('./many-acl-dialog.tsx'), bucketTexts))
const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'))

/** A dialog of the file browser, and what it is about. */
export type Asking =
  | { about: 'new' }
  | { about: 'copy' | 'move' | 'delete'; items: readonly ObjectItem[] }
  | { about: 'acl'; items: readonly ObjectItem[]; to: Acl }
  | { about: 'rename' | 'link'; item: ObjectItem }

/** The list behind the dialogs. */
type List = {
  isTaken: (name: string) => boolean
  put: (items: readonly ObjectItem[]) => void
  drop: (keys: ReadonlySet<string>) => void
  selectOnly: (key: string) => void
  /** Opens a new folder for a user who may not see the list; else null. */
  openNew: ((folder: ObjectItem) => void) | null
}

/** `selected`: whether anything is; what is most often done with it then opens at once on a slow line, too. */
type Props = { place: Place; asking: Asking | null; list: List; selected: boolean; onClose: () => void }

/** The open dialog of the file browser. */
export function FileDialogs({ place, asking, list, selected, onClose }: Props) {
  const { bucket } = place
  const made = useRef<ObjectItem | null>(null)
  useEffect(() => {
    if (!selected) return
    for (const part of [DeleteDialog, RenameDialog]) part.preload().catch(() => undefined)
  }, [selected])
  switch (asking?.about) {
    case undefined:
      return null
    case 'new':
      return (
        <NewFolderDialog
          place={place}
          parent={folderName(place)}
          isTaken={list.isTaken}
          onCreated={folder => {
            // Who does not see the list could not open it from there; the dialog must have let go before.
            if (list.openNew) {
              made.current = folder
              return
            }
            list.put([folder])
            list.selectOnly(folder.key)
          }}
          onClose={() => {
            onClose()
            if (made.current) list.openNew?.(made.current)
            made.current = null
          }}
        />
      )
    case 'rename':
      return (
        <RenameDialog
          place={place}
          item={asking.item}
          isTaken={list.isTaken}
          onRenamed={item => {
            list.drop(new Set([asking.item.key]))
            list.put([item])
            list.selectOnly(item.key)
          }}
          onClose={onClose}
        />
      )
    case 'copy':
    case 'move':
      return <CopyDialog place={place} act={asking.about} items={asking.items} onClose={onClose} />
    case 'link':
      return <LinkDialog bucket={bucket} file={asking.item.key} onClose={onClose} />
    case 'acl': {
      const { items, to } = asking
      const [item] = items
      return items.length === 1 && item?.type === 'file' ? (
        <FileAclDialog bucket={bucket} item={item} to={to} onClose={onClose} />
      ) : (
        <ManyAclDialog bucket={bucket} items={items} to={to} onClose={onClose} />
      )
    }
    case 'delete':
      return <DeleteDialog bucket={bucket} items={asking.items} onDeleted={list.drop} onClose={onClose} />
  }
}
