import { useEffect, useRef } from 'react'
import { bucketTexts, deskTexts } from '../../../languages/screen-texts.ts'
import type { Acl, ObjectItem } from '../../../openapi/schema.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { withMessages } from '../../i18n/text.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import type { Part } from '../parts.ts'
import type { CopiedPart, CopyAct } from './copying.ts'

const NewFolderDialog = lazyDialog(() => withMessages(import('./new-folder-dialog.tsx'), deskTexts))
const RenameDialog = lazyDialog(() => withMessages(import('./rename-dialog.tsx'), bucketTexts))
const CopyDialog = lazyDialog(() => withMessages(import('./copy-dialog.tsx'), bucketTexts))
const LinkDialog = lazyDialog(() =>
  withMessages(import('../../buckets/dialogs/link-dialog.tsx'), bucketTexts),
)
const ShareDialog = lazyDialog(() => withMessages(import('./share-dialog.tsx'), bucketTexts))
const FileAclDialog = lazyDialog(() => withMessages(import('./file-acl-dialog.tsx'), bucketTexts))
const ManyAclDialog = lazyDialog(() => withMessages(import('./many-acl-dialog.tsx'), bucketTexts))
const CharsetDialog = lazyDialog(() => withMessages(import('./charset-dialog.tsx'), bucketTexts))
const DeleteDialog = lazyDialog(() => withMessages(import('./delete-dialog.tsx'), deskTexts))

/** `parts`: items that are not listed. `to`: the folder that is chosen at first; else the open one. */
type Copied = {
  about: CopyAct
  items: readonly ObjectItem[]
  parts?: readonly CopiedPart[]
  to?: Place
}

/** An open dialog of the file browser with its items. */
export type FileDialog =
  | { about: 'new' }
  | { about: 'charset' | 'delete'; items: readonly ObjectItem[] }
  | Copied
  | { about: 'acl'; items: readonly ObjectItem[]; to: Acl }
  | { about: 'rename' | 'link' | 'share'; item: ObjectItem }

type List = {
  isTaken: (name: string) => boolean
  upsert: (items: readonly ObjectItem[]) => void
  removeKeys: (keys: ReadonlySet<string>, bucket: string) => void
  selectOnly: (key: string) => void
  /** Opens a new folder for users who may not see the list; else null. */
  openNew: ((folder: ObjectItem) => void) | null
}

/** `hasSelection`: preloads the dialogs that are used most. */
type Props = {
  place: Place
  /** The items by their buckets, if the list has those of several. */
  partsOf?: (items: readonly ObjectItem[]) => readonly Part[]
  dialog: FileDialog | null
  list: List
  hasSelection: boolean
  onClose: () => void
}

export function FileDialogs({ place, partsOf, dialog, list, hasSelection, onClose }: Props) {
  const partsIn = (items: readonly ObjectItem[]) => partsOf?.(items) ?? [{ bucket: place.bucket, items }]
  const createdFolder = useRef<ObjectItem | null>(null)
  useEffect(() => {
    if (!hasSelection) return
    for (const lazy of [DeleteDialog, RenameDialog]) lazy.preload().catch(() => undefined)
  }, [hasSelection])
  switch (dialog?.about) {
    case undefined:
      return null
    case 'new':
      return (
        <NewFolderDialog
          place={place}
          parent={folderName(place)}
          isTaken={list.isTaken}
          onCreated={folder => {
            // Without the list the folder has to be opened, after the dialog has closed.
            if (list.openNew) {
              createdFolder.current = folder
              return
            }
            list.upsert([folder])
            list.selectOnly(folder.key)
          }}
          onClose={() => {
            onClose()
            if (createdFolder.current) list.openNew?.(createdFolder.current)
            createdFolder.current = null
          }}
        />
      )
    case 'rename': {
      const [{ bucket, items }] = partsIn([dialog.item]) as [Part]
      const [old] = items as [ObjectItem]
      return (
        <RenameDialog
          bucket={bucket}
          item={old}
          isTaken={list.isTaken}
          onRenamed={item => {
            list.removeKeys(new Set([old.key]), bucket)
            list.upsert([item])
            list.selectOnly(item.key)
          }}
          onClose={onClose}
        />
      )
    }
    case 'copy':
    case 'move':
      return (
        <CopyDialog
          place={dialog.to ?? place}
          act={dialog.about}
          parts={dialog.parts ?? partsIn(dialog.items)}
          onClose={onClose}
        />
      )
    case 'link':
    case 'share': {
      const [{ bucket, items }] = partsIn([dialog.item]) as [Part]
      const Shown = dialog.about === 'link' ? LinkDialog : ShareDialog
      return <Shown bucket={bucket} file={items[0]!.key} onClose={onClose} />
    }
    case 'acl': {
      const { to } = dialog
      const parts = partsIn(dialog.items)
      const [{ bucket, items }] = parts as [Part]
      return dialog.items.length === 1 && items[0]?.type === 'file' ? (
        <FileAclDialog bucket={bucket} item={items[0]} to={to} onClose={onClose} />
      ) : (
        <ManyAclDialog parts={parts} to={to} onClose={onClose} />
      )
    }
    case 'charset':
      return <CharsetDialog parts={partsIn(dialog.items)} onClose={onClose} />
    case 'delete':
      return <DeleteDialog parts={partsIn(dialog.items)} onDeleted={list.removeKeys} onClose={onClose} />
  }
}
