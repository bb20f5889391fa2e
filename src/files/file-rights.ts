import { isFolder } from '../../domain/copy-target.ts'
import { isShownAsText } from '../../domain/file-kinds.ts'
import { mayCall } from '../../domain/permissions.ts'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'

/*
 * Rights to the actions that a menu, a button and a key share.
 */

type Items = readonly ObjectItem[]

/** A single file is downloaded unchanged, anything else as a ZIP archive. */
export function canDownload(user: CurrentUser, items: Items): boolean {
  const asFile = items.length === 1 && items[0]?.type === 'file'
  return items.length > 0 && mayCall(user, asFile ? 'getDownloadUrl' : 'createZip')
}

export function canDelete(user: CurrentUser, items: Items): boolean {
  return items.length > 0 && mayCall(user, 'deleteSelection')
}

export function canChangeAcl(user: CurrentUser, items: Items): boolean {
  return items.length > 0 && mayCall(user, 'putObjectAcls')
}

/** Files only, at least one of which browsers show as text: its encoding is found out from its bytes. */
export function canAddCharset(user: CurrentUser, items: Items): boolean {
  return (
    items.every(({ type }) => type === 'file') &&
    items.some(({ key }) => isShownAsText(key)) &&
    mayCall(user, 'getDownloadUrl') &&
    mayCall(user, 'changeObjectDetails')
  )
}

/** One file or folder; not the folder's own object, whose key is the folder's. */
export function canRename(user: CurrentUser, items: Items): boolean {
  return items.length === 1 && !isOwn(items[0]!) && mayCall(user, 'renameObject')
}

/**
 * Whether it is the object of the listed folder itself, a file whose key ends in a slash. Requests that treat a key
 * with a slash as a folder would act on everything in the folder.
 */
export function isOwn({ type, key }: Pick<ObjectItem, 'type' | 'key'>): boolean {
  return type === 'file' && isFolder(key)
}
