import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a mail into the folder, atomically, readable by its owner only (mode 0600). */
export async function writeOutbox(folder: string, message: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
  const draft = join(folder, `.${name}.draft`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, `${name}.eml`))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
