import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nameWords } from '../../domain/name-search.ts'
import type { Engine } from '../../server/engine/engine.ts'
import type { SearchWanted } from '../../server/s3/search.ts'
import { type Keys, until } from './support.ts'

const sender = { address: '127.0.0.1', secure: true }

/** The names that a query finds, as `bucket/key`. */
const namesOf = async (engine: Engine, keys: Keys, query: string): Promise<string[]> => {
  const names: string[] = []
  let at: SearchWanted['at'] = null
  do {
    const page: Awaited<ReturnType<NonNullable<Engine['search']>>> = await engine.search!(keys, sender, {
      ...{ words: nameWords(query), order: 'best', limit: 1000, reaches: () => true },
      at,
    })
    names.push(...page.rows.map(({ bucket, key }) => `${bucket}/${key}`))
    at = page.next
  } while (at)
  return names.sort()
}

/** Names that are looked up one by one. */
const SINGLE = 20

export type NamesFound = { early: string[]; late: string[]; lost: string[] }

/** All names that a search finds: as the engine was started, and once the index of names has followed. */
export const findNames = async (engine: Engine, keys: Keys): Promise<NamesFound> => {
  const early = await namesOf(engine, keys, '')
  await until(() => engine.measures().names.waiting === 0)
  const late = await namesOf(engine, keys, '')
  const lost: string[] = []
  const step = Math.max(1, Math.floor(late.length / SINGLE))
  for (let n = 0; n < late.length; n += step) {
    const name = late[n]!
    const query = name.slice(Math.max(name.indexOf('/') + 1, name.length - 12))
    if (!(await namesOf(engine, keys, query)).includes(name)) lost.push(`"${query}" does not find ${name}`)
  }
  return { early, late, lost }
}

/** Where that differs from a scan of the index. The engine is closed. */
export const wrongNames = (dir: string, { early, late, lost }: NamesFound): string[] => {
  const db = new DatabaseSync(join(dir, 'index.sqlite'), { readOnly: true })
  const rows = db
    .prepare(
      `SELECT bucket.name || '/' || key AS name FROM version JOIN bucket ON bucket.id = version.bucket
       WHERE latest = 1 AND marker = 0`,
    )
    .all() as { name: string }[]
  db.close()
  const names = rows.map(({ name }) => name).sort()
  const differs = Object.entries({ early, late }).flatMap(([when, found]) =>
    found.join('\n') === names.join('\n')
      ? []
      : [`the ${when} search finds ${found.length} names of ${names.length}`],
  )
  return [...differs, ...lost]
}
