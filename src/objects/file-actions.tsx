import { Download, Eye, FolderOpen, Info, Link, Pencil, Trash2 } from 'lucide-react'
import { mayCall } from '../../domain/permissions.ts'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'
import type { Text } from '../i18n/text.ts'
import type { MenuAction } from '../ui/action-menu.tsx'

export type FileEvents = {
  open: (item: ObjectItem) => void
  download: (items: readonly ObjectItem[]) => void
  rename: (item: ObjectItem) => void
  link: (item: ObjectItem) => void
  remove: (items: readonly ObjectItem[]) => void
}

/** Whether these items can be downloaded: files only. */
export function canDownload(items: readonly ObjectItem[]): boolean {
  return items.length > 0 && items.every(item => item.type === 'file')
}

/** What the user can do with these items, for a menu. */
export function fileActions(
  t: Text,
  user: CurrentUser,
  items: readonly ObjectItem[],
  events: FileEvents,
): (MenuAction | null)[] {
  const [only] = items
  const actions: (MenuAction | null)[] = []
  if (items.length === 1 && only?.type === 'folder') {
    actions.push({
      id: 'open',
      label: t('files.open'),
      icon: <FolderOpen />,
      run: () => events.open(only),
    })
  }
  if (items.length === 1 && only?.type === 'file' && mayCall(user, 'getDownloadUrl')) {
    actions.push({
      id: 'preview',
      label: t('files.preview'),
      icon: <Eye />,
      run: () => events.open(only),
    })
  }
  if (canDownload(items) && mayCall(user, 'getDownloadUrl')) {
    actions.push({
      id: 'download',
      label: t('files.download'),
      icon: <Download />,
      run: () => events.download(items),
    })
  }
  const changes: MenuAction[] = []
  if (items.length === 1 && only && mayCall(user, 'renameObject')) {
    changes.push({
      id: 'rename',
      label: t('files.rename'),
      icon: <Pencil />,
      run: () => events.rename(only),
    })
  }
  if (items.length === 1 && only?.type === 'file' && mayCall(user, 'generateUrl')) {
    changes.push({
      id: 'link',
      label: t('files.link'),
      icon: <Link />,
      run: () => events.link(only),
    })
  }
  if (changes.length > 0) actions.push(...(actions.length > 0 ? [null] : []), ...changes)
  if (actions.length === 0 && !mayCall(user, 'deleteObjects')) {
    actions.push({
      id: 'nothing',
      label: t(mayCall(user, 'getDownloadUrl') ? 'files.noFolderDownload' : 'error.PERMISSION_DENIED'),
      icon: <Info />,
      disabled: true,
      run: () => undefined,
    })
  }
  if (mayCall(user, 'deleteObjects')) {
    if (actions.length > 0) actions.push(null)
    actions.push({
      id: 'delete',
      label: t('files.delete'),
      icon: <Trash2 />,
      danger: true,
      run: () => events.remove(items),
    })
  }
  return actions
}
