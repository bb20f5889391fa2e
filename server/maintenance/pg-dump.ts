import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile } from '../engine/store/backup.ts'

/**
 * Writes the database to `accounts.dump` in the folder, in the custom format of `pg_dump`.
 * @throws with what it said if it fails, or is not installed
 */
export async function dumpPostgres(databaseUrl: string, folder: string): Promise<void> {
  const file = join(folder, 'accounts.dump')
  await writeFile(file, '', { mode: 0o600 })
  const url = new URL(databaseUrl)
  // Arguments can be read by everybody on the machine.
  const env = { ...process.env, ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }) }
  url.password = ''
  const args = ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${url}`]
  const child = spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', piece => {
    said += piece
  })
  const [status] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      'The accounts are in PostgreSQL, and there is no pg_dump here: install it, or give --without-accounts.',
    )
  })
  if (status !== 0) throw new Error(`pg_dump has failed: ${said.trim()}`)
  await syncFile(file)
}
