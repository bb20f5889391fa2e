import fs from 'node:fs'
import type { Halt } from './halt.ts'

/** fsync of an open file or folder. */
export const fsync = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fsync(fd, error => (error ? reject(error) : resolve())))

/** fdatasync of an open file. */
export const fdatasync = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fdatasync(fd, error => (error ? reject(error) : resolve())))

/** Syncs folders. @throws Halted where a sync fails */
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
