import type { SnapshotFrom } from 'xstate'
import type { folderTreeMachine } from './machine.ts'
import { isListed, rowsBelow } from './rules.ts'
import type { TreeRow } from './types.ts'

type Snapshot = SnapshotFrom<typeof folderTreeMachine>

export function selectPath({ context }: Snapshot): string {
  return context.path
}

/** The listed folder of the path, typed with its slash or without; null if there is none. */
export function selectChosen({ context: { path, read } }: Snapshot): string | null {
  const folder = path.endsWith('/') ? path : `${path}/`
  return path !== '' && isListed(read, folder) ? folder : null
}

/** The lines of the tree: those of closed folders are not among them. */
export function selectRows({ context }: Snapshot): readonly TreeRow[] {
  return rowsBelow(context, '')
}

/** Whether the chosen folder is known to have this subfolder. */
export function selectHas(snapshot: Snapshot, name: string): boolean {
  return isListed(snapshot.context.read, `${selectChosen(snapshot)}${name}`)
}

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}
