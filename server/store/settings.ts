import type { Database } from './open.ts'

/** Stores `value` unless the setting exists; returns the stored value. */
export async function keepSetting(db: Database, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return (await findSetting(db, name))!
}

/** Null if there is none. */
export async function findSetting(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function putSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Changes a setting, in one statement; false if it is not `from`. */
export async function changeSetting(
  db: Database,
  name: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if there was none. */
export async function removeSetting(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('settings').where('name', '=', name).executeTakeFirst()
  return numDeletedRows === 1n
}

/** The settings whose names begin with `beginning`. */
export async function settingsFrom(
  db: Database,
  beginning: string,
): Promise<{ name: string; value: string }[]> {
  return await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'like', `${beginning}%`)
    .orderBy('name')
    .execute()
}
