import { stores, type UploadDatabase } from './database.ts'

/** Gives the user with this id what earlier versions have kept under the address. */
export async function takeOverRecords(db: UploadDatabase, email: string, id: string): Promise<void> {
  for (const name of stores) {
    let cursor = await db.transaction(name, 'readwrite').store.index('user').openCursor(email)
    while (cursor) {
      await cursor.update({ ...cursor.value, user: id } as never)
      cursor = await cursor.continue()
    }
  }
}
