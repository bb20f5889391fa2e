import fs from 'node:fs'
import { makePool } from '../../limits/pool.ts'
import type { Halt } from './halt.ts'

/** fsync of an open file or folder. */
export const fsync = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fsync(fd, error => (error ? reject(error) : resolve())))

/** fdatasync of an open file. */
export const fdatasync = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fdatasync(fd, error => (error ? reject(error) : resolve())))

/** Half of the thread pool (`server/thread-pool.ts`): the rest stays free for reads and the sync of the index. */
const syncs = makePool(8)

/** Like `fdatasync`, a few at once: for the files of many uploads that end together. */
export const fdatasyncInTurn = (fd: number): Promise<void> => syncs.use('', () => fdatasync(fd))

/** Syncs folders. @throws Halted if a sync fails */
export const syncFolders = async (folders: string[], halt: Halt): Promise<void> => {
  for (const folder of folders) {
    const fd = fs.openSync(folder, 'r')
    try {
      await fsync(fd)
    } catch (error) {
      throw halt.stop('A sync of a folder of blobs', error)
    } finally {
      fs.closeSync(fd)
    }
  }
}
