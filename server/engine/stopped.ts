import { constants, existsSync, rmSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { backupStore } from './store/backup.ts'
import { openDatabase } from './store/database.ts'
import type { Readable } from './store/store.ts'
import { verify } from './store/verify.ts'
import { readStored, type Stored } from './stored.ts'

/** The part of a stopped engine that only reads. */
type StoppedEngine = {
  maintenance: Pick<Engine['maintenance'], 'verify' | 'backup'>
  stored: Stored
  close(): void
}

/**
 * Opens the folder of a stopped engine for reading; nothing in it is changed. The index is read from a copy in the
 * system's temporary folder, where the WAL of a killed process is replayed and an older schema migrated. Lock the
 * folder first.
 * @throws if the index is damaged or from a newer program, or there is no room for its copy
 */
export const openStopped = async (dir: string): Promise<StoppedEngine> => {
  const copy = await mkdtemp(join(tmpdir(), 'kho-index-'))
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  try {
    for (const name of ['index.sqlite', 'index.sqlite-wal'])
      if (existsSync(join(dir, name)))
        await copyFile(join(dir, name), join(copy, name), constants.COPYFILE_FICLONE)
    const db = openDatabase(copy)
    const store: Readable = {
      db,
      blobs: {
        path: blob => join(dir, 'data', blob.slice(0, 2), blob.slice(2)),
        // Nothing removes files of a stopped engine.
        lease: () => new DisposableStack(),
        keepRemoved: () => () => undefined,
      },
      dataKeys: {
        open: () => {
          throw new Error('The secret is not known here: encrypted bytes are checked as they are stored.')
        },
      },
    }
    return {
      maintenance: { verify: how => verify(store, how), backup: target => backupStore(store, target) },
      stored: readStored(db),
      close: () => {
        db.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
