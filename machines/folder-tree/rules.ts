import { above } from '../picker/rules.ts'
import type { FolderTreeContext, SubfolderRead, Subfolders, TreeRow } from './types.ts'

type Read = FolderTreeContext['read']

/** The folders of a path, outermost first, after the list of buckets: `a/b/c` → ``, `a/`, `a/b/`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return ['', ...names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)]
}

/** Whether the folder above it lists this folder. */
export function isListed(read: Read, path: string): boolean {
  const parent = above(path)
  if (parent === null) return true
  const siblings = read[parent]
  return siblings?.ok === true && siblings.names.includes(path.slice(parent.length))
}

/** Opens the folders of the path that is to be revealed, as far as they are listed. */
export function revealed({
  reveal,
  open,
  read,
}: Pick<FolderTreeContext, 'reveal' | 'open' | 'read'>): Pick<FolderTreeContext, 'reveal' | 'open'> {
  if (reveal === null) return { reveal, open }
  const way = foldersOf(reveal)
  const unlisted = way.findIndex(folder => !isListed(read, folder))
  const listed = unlisted === -1 ? way : way.slice(0, unlisted)
  return { reveal: unlisted === -1 ? null : reveal, open: opened(open, ...listed) }
}

export function opened(open: readonly string[], ...paths: readonly string[]): readonly string[] {
  return [...new Set([...open, ...paths])]
}

/**
 * What to read next: an open folder; or the next name of the path, where the folder has more subfolders than were read.
 * null: nothing.
 */
export function nextRead({ path, open, read }: FolderTreeContext): FolderTreeContext['reading'] | null {
  const unread = open.find(folder => read[folder] === undefined)
  if (unread !== undefined) return { folder: unread, search: '' }
  const folder = foldersOf(path).findLast(each => open.includes(each)) ?? ''
  const known = read[folder]
  const [search = ''] = path.slice(folder.length).split('/')
  if (!known?.ok || known.complete || search === '' || search === known.searched) return null
  return { folder, search }
}

/** What to ask for to read a folder. */
export function readOf({ folder, search }: FolderTreeContext['reading']): SubfolderRead['input'] {
  const slash = folder.indexOf('/')
  return slash === -1
    ? { bucket: null, prefix: '', search }
    : { bucket: folder.slice(0, slash), prefix: folder.slice(slash + 1), search }
}

/** What is known after a reading: names that were searched for are added to those that were there. */
export function withOutcome(
  { read, reading: { folder, search } }: Pick<FolderTreeContext, 'read' | 'reading'>,
  outcome: SubfolderRead['output'],
): Read {
  const before = read[folder]
  if (!outcome.ok || search === '' || !before?.ok)
    return { ...read, [folder]: outcome.ok ? { ...outcome, searched: search } : outcome }
  const names = [...new Set([...before.names, ...outcome.names])]
  return { ...read, [folder]: { ...before, names, searched: search } }
}

/** What is known once a folder was created: it is the first below its parent, and empty. */
export function withCreated(read: Read, path: string): Read {
  const parent = above(path) ?? ''
  const siblings = read[parent]
  const empty: Subfolders = { ok: true, names: [], complete: true, searched: '' }
  if (!siblings?.ok) return { ...read, [path]: empty }
  const names = [...new Set([path.slice(parent.length), ...siblings.names])]
  return { ...read, [parent]: { ...siblings, names }, [path]: empty }
}

/** The lines below an open folder. */
export function rowsBelow(
  context: Pick<FolderTreeContext, 'open' | 'read'>,
  path: string,
  level = 1,
): readonly TreeRow[] {
  const known = context.read[path]
  if (known === undefined) return [{ kind: 'reading', path, level }]
  if (!known.ok) return [{ kind: 'failed', path, level, failure: known }]
  const rows = known.names.flatMap((name, index): readonly TreeRow[] => {
    const own = path + name
    const inside = context.read[own]
    const isLeaf = inside?.ok === true && inside.complete && inside.names.length === 0
    const isOpen = isLeaf ? null : context.open.includes(own)
    return [
      {
        ...{ kind: 'folder', path: own, name, level, isOpen },
        ...{ position: index + 1, siblings: known.names.length },
      },
      ...(isOpen ? rowsBelow(context, own, level + 1) : []),
    ]
  })
  return known.complete ? rows : [...rows, { kind: 'cut', path, level }]
}
