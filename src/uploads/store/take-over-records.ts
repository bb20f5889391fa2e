import { deleteDB, openDB } from 'idb'
import { earlierName, type Schema, type UploadDatabase } from './database.ts'

/** Gives the user with this id what earlier versions have kept of theirs, in a database of all installations. */
export async function takeOverRecords(to: UploadDatabase, email: string, id: string): Promise<void> {
  const from = await openDB<Schema>(earlierName)
  if (!from.objectStoreNames.contains('batches')) return close(from)
  for (const user of [email, id]) {
    const sources = new Map<number, number>()
    for (const { id: key, rows, ...batch } of await from.getAllFromIndex('batches', 'user', user)) {
      for (const { id: source, ...kept } of await from.getAllFromIndex('sources', 'queue', batch.queue)) {
        if (!sources.has(source)) sources.set(source, await to.put('sources', kept as never))
      }
      const moved = rows.map(row => ({ ...row, source: sources.get(row.source ?? -1) ?? null }))
      await to.put('batches', { ...batch, user: id, rows: moved } as never)
      await from.delete('batches', key)
    }
    for (const abort of await from.getAllFromIndex('aborts', 'user', user)) {
      await to.put('aborts', { ...abort, user: id })
      await from.delete('aborts', abort.uploadId)
    }
  }
  if ((await from.count('batches')) + (await from.count('aborts')) > 0) return from.close()
  await close(from)
}

async function close(from: UploadDatabase): Promise<void> {
  from.close()
  await deleteDB(earlierName)
}
