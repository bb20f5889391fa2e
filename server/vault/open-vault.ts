import type { Database } from '../store/open.ts'
import { changeSetting, findSetting, keepSetting, putSetting, settingsFrom } from '../store/settings.ts'
import { sealedColumns } from './sealed-columns.ts'
import type { Secrets } from './secret-files.ts'
import { digestKeyOf, makeVault, markOf, type Vault } from './vault.ts'

/** The mark of the secret that processes seal with. */
const inForce = 'secret-check'
/** The mark of the secret that is being replaced: some rows may still be sealed with it. */
export const beingReplaced = 'secret-old'
const digestKey = sealedColumns['settings.value'].begins!

/**
 * The vault of a database. With an earlier secret, which the database is under, the replacement begins: from then on
 * only processes that know both may use the database. `begins`: whether this process may begin it.
 * @throws if the database is under another secret, or holds what only another one opens
 */
export async function openVault(
  db: Database,
  { secret, earlier }: Secrets,
  { begins }: { begins: boolean },
): Promise<Vault> {
  const mark = markOf(secret)
  const before = earlier === null ? null : { secret: earlier, mark: markOf(earlier) }
  const kept = await keepSetting(db, inForce, mark)
  if (kept !== mark) {
    if (kept !== before?.mark)
      throw new Error('KHO_SECRET is not the secret that this database was made with.')
    if (!begins) throw new Error(underEarlier)
    await begin(db, secret, before)
  }
  const left = await findSetting(db, beingReplaced)
  if (left !== null && left !== before?.mark) throw new Error(before === null ? stillSealed : another)
  const opening = makeVault(secret, earlier)
  const keys = await settingsFrom(db, digestKey)
  return makeVault(
    secret,
    earlier,
    keys
      .filter(({ name }) => name !== digestKey + mark)
      .map(({ name, value }) => opening.open(value, 'settings.value', name)),
  )
}

const underEarlier =
  'The database is still under the earlier secret. If Kho runs, restart it with both secrets; else start it with both, or run "kho rotate secret".'
const stillSealed =
  'Some data is still sealed with the earlier secret: set KHO_SECRET_OLD to it, and run "kho rotate secret".'
const another = 'KHO_SECRET_OLD is not the secret that is being replaced.'

/** Of several processes, one begins. */
async function begin(db: Database, secret: string, before: { secret: string; mark: string }): Promise<void> {
  const mark = markOf(secret)
  await db.transaction().execute(async trx => {
    if (!(await changeSetting(trx, inForce, { from: before.mark, to: mark }))) return
    const left = await findSetting(trx, beingReplaced)
    // Back to the secret before is a replacement too.
    if (left !== null && left !== mark) throw new Error(another)
    await putSetting(trx, beingReplaced, before.mark)
    const name = digestKey + before.mark
    const sealed = makeVault(secret).seal(digestKeyOf(before.secret), 'settings.value', name)
    await putSetting(trx, name, sealed)
  })
}

/** A sentence if the database is under another secret than the vault's; else null. */
export async function otherSecret(db: Database, vault: Vault): Promise<string | null> {
  const mark = await findSetting(db, inForce)
  return mark === null || mark === vault.digest('kho')
    ? null
    : 'The secret is being replaced: start Kho with the new KHO_SECRET, and this one as KHO_SECRET_OLD.'
}
