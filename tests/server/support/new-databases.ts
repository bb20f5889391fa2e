import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase as openIndex } from '../../../server/engine/store/database.ts'
import { openDatabase } from '../../../server/store/open.ts'

let files: Promise<{ console: Buffer; index: Buffer }> | undefined

/** Puts an empty database, and an empty index of the engine, into a data folder: to make them is most of a start. */
export async function putNewDatabases(dataDir: string): Promise<void> {
  files ??= make()
  const { console, index } = await files
  writeFileSync(join(dataDir, 'kho.sqlite'), console)
  mkdirSync(join(dataDir, 's3'))
  writeFileSync(join(dataDir, 's3/index.sqlite'), index)
}

async function make() {
  const dir = mkdtempSync(join(tmpdir(), 'kho-new-'))
  const db = await openDatabase({ url: null, dataDir: dir })
  await db.destroy()
  openIndex(dir).close()
  const read = (name: string) => readFileSync(join(dir, name))
  const made = { console: read('kho.sqlite'), index: read('index.sqlite') }
  rmSync(dir, { recursive: true })
  return made
}
