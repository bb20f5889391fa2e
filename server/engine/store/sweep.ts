import fs from 'node:fs'
import { mkdir, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { footerCommits } from './block-checks.ts'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'
import { readMark } from './mark.ts'

/** A problem found at a start, as a sentence; `loud` if acknowledged writes may be lost. */
export type Finding = { loud: boolean; message: string }

/** More than the events of lost commits: a consumer that has read those detects the gap in the numbers. */
const SKIPPED = 1e9

/** ms that files left over by a killed process are kept. */
const KEPT_MS = 7 * 24 * 3600_000

/** The time in a blob's id, unix ms. */
const timeOf = (blob: string): number => Number.parseInt(blob.slice(2, 14), 16)

type Unknown = { shard: string; name: string; commits: number | undefined }

const unknownFiles = async (dir: string, db: Database, shard: string): Promise<Unknown[]> => {
  const known = new Set(
    db
      .all<{ blob: string }>(
        `SELECT blob FROM content WHERE blob >= ?1 AND blob < ?2
         UNION ALL SELECT blob FROM segment WHERE blob >= ?1 AND blob < ?2
         UNION ALL SELECT blob FROM part WHERE blob >= ?1 AND blob < ?2
         UNION ALL SELECT blob FROM trash WHERE blob >= ?1 AND blob < ?2`,
        shard,
        `${shard}g`,
      )
      .map(row => row.blob),
  )
  const names = await readdir(join(dir, 'data', shard))
  return names
    .filter(name => !known.has(shard + name))
    .map(name => ({ shard, name, commits: footerCommits(shard + name, join(dir, 'data', shard, name)) }))
}

const newest = (files: Unknown[]): number =>
  files.reduce((most, file) => Math.max(most, file.commits ?? 0), 0)

const prune = async (folder: string): Promise<void> => {
  const before = Date.now() - KEPT_MS
  for (const blob of await readdir(folder)) {
    if (timeOf(blob) < before) await unlink(join(folder, blob))
  }
}

const clearTrash = async (dir: string, db: Database): Promise<void> => {
  for (const { blob } of db.all<{ blob: string }>('SELECT blob FROM trash')) {
    await unlink(join(dir, 'data', blob.slice(0, 2), blob.slice(2))).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/**
 * Cleans up after a killed process: removes temporary files and trash. Files that no commit names are moved to
 * `quarantine`: to `left-over`, for a week, if the process was killed between placing a file and its commit; to `lost`,
 * permanently, if the index is older than the files: it has fewer commits than the mark, or than a file's footer.
 */
export const sweep = async (dir: string, db: Database, commits: Commits): Promise<Finding[]> => {
  const temporary = join(dir, 'tmp')
  for (const name of await readdir(temporary)) await unlink(join(temporary, name))

  const made = commits.made()
  const mark = readMark(dir)?.commits ?? 0
  const named = db.all<{ name: string }>('SELECT name FROM shard').map(shard => shard.name)
  const look = async (shards: string[]): Promise<Unknown[]> => {
    const found: Unknown[] = []
    for (const shard of shards) {
      if (fs.existsSync(join(dir, 'data', shard))) found.push(...(await unknownFiles(dir, db, shard)))
    }
    return found
  }
  let unknown = await look(named)
  const older = mark > made || newest(unknown) > made
  if (older) unknown = await look(await readdir(join(dir, 'data')))

  const folders = { lost: join(dir, 'quarantine', 'lost'), leftOver: join(dir, 'quarantine', 'left-over') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { shard, name } of unknown) {
    const to = older ? folders.lost : folders.leftOver
    await rename(join(dir, 'data', shard, name), join(to, shard + name))
  }
  await prune(folders.leftOver)
  await clearTrash(dir, db)
  commits.now(() => {
    db.run('DELETE FROM shard')
    db.run('DELETE FROM trash')
    if (!older) return
    db.run('UPDATE progress SET commits = ?', Math.max(mark, newest(unknown)))
    db.run("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'event'", SKIPPED)
  })

  const findings: Finding[] = []
  const lost = (await readdir(folders.lost)).length
  if (older) {
    findings.push({
      loud: true,
      message: `THE INDEX IS OLDER THAN THE FILES: commits that were acknowledged are missing from it, as after damage to index.sqlite or its WAL, or when an old copy was put back. ${unknown.length} files that it does not know are in ${folders.lost}; nothing was deleted.`,
    })
  } else if (unknown.length > 0) {
    findings.push({
      loud: false,
      message: `${unknown.length} files of unfinished uploads of a killed process were moved to ${folders.leftOver}, and are removed after a week.`,
    })
  }
  if (lost > 0 && !older) {
    findings.push({ loud: true, message: `${folders.lost} holds ${lost} files that the index has lost.` })
  }
  return findings
}
