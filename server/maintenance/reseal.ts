import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import type { Resealed } from '../engine/store/reseal.ts'
import { program } from '../program.ts'
import { addAudit } from '../store/audit.ts'
import type { Database } from '../store/open.ts'
import { removeSetting } from '../store/settings.ts'
import { beingReplaced } from '../vault/open-vault.ts'
import { type SealedColumn, sealedColumns } from '../vault/sealed-columns.ts'
import { removeOldSecretFile } from '../vault/secret-files.ts'
import type { Vault } from '../vault/vault.ts'
import type { Answer } from './control.ts'

/** Rows read in one transaction. */
const batch = 200

/**
 * Seals with the secret whatever is sealed with the earlier one, in batches, and ends the replacement. What is done stays
 * done if it is cut off. Gives whether everything could be opened; false as well once `signal` is aborted.
 */
export async function reseal(
  {
    db,
    vault,
    engine,
    config,
    now,
  }: {
    db: Database
    vault: Vault
    engine: Pick<Engine, 'maintenance'> | null
    config: Pick<Config, 'secret' | 'dataDir'>
    /** ms */
    now: () => number
  },
  { say, signal }: Answer,
): Promise<boolean> {
  const inEngine: Resealed | null = engine
    ? await engine.maintenance.reseal(signal)
    : { keys: 0, dataKeys: 0, unreadable: 0 }
  if (inEngine === null) return false
  let values = 0
  const unreadable: string[] = []
  for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
    const done = await resealColumn(db, vault, column, signal)
    if (done === null) return false
    values += done.values
    unreadable.push(...done.unreadable)
  }
  await db.transaction().execute(async trx => {
    if (!(await removeSetting(trx, beingReplaced))) return
    const where = { address: '', device: `${program} rotate` }
    await addAudit(trx, { account: null, user: '', action: 'SECRET_REPLACED', ...where }, now())
  })
  if (config.secret === null) removeOldSecretFile(config.dataDir)
  const { keys, dataKeys } = inEngine
  say(
    `Sealed again: ${values} values of the console; ${keys} keys of users and ${dataKeys} keys of objects in the embedded engine.`,
  )
  for (const place of unreadable) say(`Neither secret opens ${place}: it stays as it is.`)
  if (inEngine.unreadable > 0)
    say(`Neither secret opens ${inEngine.unreadable} keys in the embedded engine: they stay as they are.`)
  say(
    config.secret === null
      ? 'The earlier secret is not needed any more, except with backups from before: secret.old is deleted.'
      : 'The earlier secret is not needed any more, except with backups from before: remove KHO_SECRET_OLD.',
  )
  return unreadable.length + inEngine.unreadable === 0
}

type Row = { key: string; owner: string; sealed: string }

async function resealColumn(
  db: Database,
  vault: Vault,
  name: SealedColumn,
  signal: AbortSignal,
): Promise<{ values: number; unreadable: string[] } | null> {
  const [table = '', column = ''] = name.split('.')
  const { key, owner, begins } = sealedColumns[name]
  const [keyRef, sealedRef] = [sql.ref(key), sql.ref(column)]
  let values = 0
  const unreadable: string[] = []
  for (let after = ''; ; ) {
    if (signal.aborted) return null
    const rows = await db.transaction().execute(async trx => {
      const { rows } = await sql<Row>`
        select ${keyRef} as "key", ${sql.ref(owner)} as "owner", ${sealedRef} as "sealed" from ${sql.table(table)}
        where ${keyRef} > ${after} and ${sealedRef} is not null and ${keyRef} like ${`${begins ?? ''}%`}
        order by ${keyRef} limit ${batch}`.execute(trx)
      for (const row of rows) {
        const again = resealed(vault, name, row)
        if (again === undefined) unreadable.push(`${name} of ${row.key}`)
        if (!again) continue
        // What was changed meanwhile is sealed with the secret.
        const { numAffectedRows } = await sql`
          update ${sql.table(table)} set ${sealedRef} = ${again}
          where ${keyRef} = ${row.key} and ${sealedRef} = ${row.sealed}`.execute(trx)
        values += Number(numAffectedRows)
      }
      return rows
    })
    if (rows.length < batch) return { values, unreadable }
    after = rows.at(-1)!.key
  }
}

/** Null: it is sealed with the secret; undefined: neither secret opens it. */
function resealed(vault: Vault, column: SealedColumn, { sealed, owner }: Row): string | null | undefined {
  try {
    return vault.reseal(sealed, column, owner)
  } catch {
    return undefined
  }
}
