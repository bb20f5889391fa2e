import {
  CaseSensitive,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  Eye,
  FolderInput,
  FolderOpen,
  FolderSearch,
  Globe,
  History,
  Info,
  Link,
  LockKeyhole,
  PanelRight,
  Pencil,
  Recycle,
  Scissors,
  Share2,
  Star,
  Trash2,
} from 'lucide-react'
import { selectionMaximum } from '../../../domain/limits.ts'
import { mayCall } from '../../../domain/permissions.ts'
import type { CurrentUser, ObjectItem } from '../../../openapi/schema.ts'
import { useFavourites } from '../../buckets/favourites.ts'
import { isSamePlace } from '../../buckets/places-in.ts'
import { toggleStar } from '../../buckets/toggle-star.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { type MenuAction, RowMenu } from '../../ui/action-menu.tsx'
import { NameText } from '../../ui/name-text.tsx'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { canAddCharset, canChangeAcl, canDelete, canDownload, canRename, isOwn } from '../file-rights.ts'
import { nameOfItem } from '../item-parts.tsx'

/** Maximum number of files whose encoding is set at once. */
const charsetMaximum = 100

export type FileEvents = {
  open: (item: ObjectItem) => void
  download: (items: readonly ObjectItem[]) => void
  /** Opens the folder that it is in, from a list of several. */
  openFolder?: (item: ObjectItem) => void
  /** Opens the object panel at one of its tabs. */
  inspect: (item: ObjectItem, tab: string) => void
  /** Opens the lifecycle rules of the bucket for a folder. */
  lifecycle: (folder: ObjectItem) => void
  openDialog: (dialog: FileDialog) => void
  /** Copies or cuts, to be pasted elsewhere. */
  take?: (taken: { act: 'copy' | 'move'; items: readonly ObjectItem[] }) => void
  /** Pastes into the folder with this prefix; null: nothing was copied or cut. */
  paste?: ((folder: string) => void) | null
}

export type OpenMenu = { items: readonly ObjectItem[]; at: { x: number; y: number } }

type MenuProps = {
  open: boolean
  /** Of the items, if they are those of a folder. */
  bucket?: string
  menu: OpenMenu | null
  events: FileEvents
  onClose: () => void
}

/** Marks folders as favourites. */
type Stars = { has: (folder: string) => boolean; toggle: (folder: string) => void }

export default function FileMenu({ bucket, menu, events, onClose }: MenuProps) {
  const t = useText()
  const user = useUser()
  const favourites = useFavourites(user.id)
  const stars: Stars | null =
    bucket === undefined
      ? null
      : {
          has: prefix => favourites.some(each => isSamePlace(each, { bucket, prefix })),
          toggle: prefix => toggleStar(user.id, { bucket, prefix }),
        }
  const items = menu?.items ?? []
  const only = items.length === 1 ? items[0] : undefined
  return (
    <RowMenu
      at={menu?.at ?? null}
      title={only ? <NameText name={nameOfItem(t, only)} /> : t('files.selected', { count: items.length })}
      actions={menu ? fileActions(t, user, items, events, stars) : []}
      onClose={onClose}
    />
  )
}

/** The menu actions for these items; null is a separator. */
export function fileActions(
  t: Text,
  user: CurrentUser,
  items: readonly ObjectItem[],
  events: FileEvents,
  stars: Stars | null,
): (MenuAction | null)[] {
  const only = items.length === 1 ? items[0] : undefined
  const folder = only?.type === 'folder' ? only : undefined
  const file = only?.type === 'file' ? only : undefined
  const limit =
    items.length > selectionMaximum
      ? { disabled: true, reason: t('files.atMost', { count: selectionMaximum }) }
      : {}
  /** For actions whose requests would treat the folder's own object as the folder. */
  const notOwn = items.some(isOwn) ? { disabled: true, reason: t('files.notOwn') } : limit
  const { openFolder, take } = events
  const isOnlyOwn = only !== undefined && isOwn(only)
  const groups: (MenuAction | false | undefined)[][] = [
    [
      folder && {
        id: 'open',
        label: t('files.open'),
        icon: <FolderOpen />,
        run: () => events.open(folder),
      },
      file &&
        mayCall(user, 'getDownloadUrl') && {
          id: 'preview',
          label: t('files.preview'),
          icon: <Eye />,
          run: () => events.open(file),
        },
      only &&
        openFolder && {
          id: 'folder',
          label: t('results.openFolder'),
          icon: <FolderSearch />,
          run: () => openFolder(only),
        },
      canDownload(user, items) && {
        id: 'download',
        label: t('files.download'),
        icon: <Download />,
        ...limit,
        run: () => events.download(items),
      },
    ],
    [
      !isOnlyOwn &&
        mayCall(user, 'copyObjects') && {
          id: 'copy',
          label: t('files.copyTo'),
          icon: <Copy />,
          ...notOwn,
          run: () => events.openDialog({ about: 'copy', items }),
        },
      !isOnlyOwn &&
        mayCall(user, 'moveObjects') && {
          id: 'move',
          label: t('files.moveTo'),
          icon: <FolderInput />,
          ...notOwn,
          run: () => events.openDialog({ about: 'move', items }),
        },
      !isOnlyOwn &&
        take &&
        mayCall(user, 'moveObjects') && {
          id: 'cut',
          label: t('files.takeCut'),
          icon: <Scissors />,
          ...notOwn,
          run: () => take({ act: 'move', items }),
        },
      !isOnlyOwn &&
        take &&
        mayCall(user, 'copyObjects') && {
          id: 'clip',
          label: t('files.takeCopy'),
          icon: <CopyPlus />,
          ...notOwn,
          run: () => take({ act: 'copy', items }),
        },
      folder &&
        events.paste !== null &&
        events.paste !== undefined && {
          id: 'paste',
          label: t('files.paste'),
          icon: <ClipboardPaste />,
          run: () => events.paste?.(folder.key),
        },
      only &&
        canRename(user, items) && {
          id: 'rename',
          label: t('files.rename'),
          icon: <Pencil />,
          run: () => events.openDialog({ about: 'rename', item: only }),
        },
    ],
    [
      file &&
        !isOnlyOwn &&
        mayCall(user, 'createShare') && {
          id: 'share',
          label: t('files.share'),
          icon: <Share2 />,
          run: () => events.openDialog({ about: 'share', item: file }),
        },
      file &&
        mayCall(user, 'generateUrl') && {
          id: 'link',
          label: t('files.link'),
          icon: <Link />,
          run: () => events.openDialog({ about: 'link', item: file }),
        },
      canChangeAcl(user, items) && {
        id: 'public',
        label: t('files.public'),
        icon: <Globe />,
        ...(isOnlyOwn ? {} : notOwn),
        run: () => events.openDialog({ about: 'acl', items, to: 'public' }),
      },
      canChangeAcl(user, items) && {
        id: 'private',
        label: t('files.private'),
        icon: <LockKeyhole />,
        ...(isOnlyOwn ? {} : notOwn),
        run: () => events.openDialog({ about: 'acl', items, to: 'private' }),
      },
    ],
    [
      folder &&
        stars !== null && {
          id: 'star',
          label: t(stars.has(folder.key) ? 'files.unstar' : 'files.star'),
          icon: <Star />,
          run: () => stars.toggle(folder.key),
        },
      folder &&
        mayCall(user, 'getBucketLifecycle') && {
          id: 'lifecycle',
          label: t('files.lifecycle'),
          icon: <Recycle />,
          run: () => events.lifecycle(folder),
        },
      file &&
        mayCall(user, 'listObjectVersions') && {
          id: 'versions',
          label: t('files.versions'),
          icon: <History />,
          run: () => events.inspect(file, 'versions'),
        },
      only &&
        mayCall(user, 'getObjectDetails') && {
          id: 'details',
          label: t('files.details'),
          icon: <PanelRight />,
          run: () => events.inspect(only, 'details'),
        },
      canAddCharset(user, items) && {
        id: 'charset',
        label: t('files.charset'),
        icon: <CaseSensitive />,
        ...(items.length > charsetMaximum && {
          disabled: true,
          reason: t('files.atMost', { count: charsetMaximum }),
        }),
        run: () => events.openDialog({ about: 'charset', items }),
      },
    ],
    [
      canDelete(user, items) && {
        id: 'delete',
        label: t('files.delete'),
        icon: <Trash2 />,
        danger: true,
        ...limit,
        run: () => events.openDialog({ about: 'delete', items }),
      },
    ],
  ]
  const shown = groups
    .map(group => group.filter(action => action !== undefined && action !== false))
    .filter(group => group.length > 0)
  if (shown.length === 0) return [noActions(t)]
  return shown.flatMap((group, at) => (at === 0 ? group : [null, ...group]))
}

function noActions(t: Text): MenuAction {
  return {
    id: 'nothing',
    label: t('error.PERMISSION_DENIED'),
    icon: <Info />,
    disabled: true,
    run: () => undefined,
  }
}
